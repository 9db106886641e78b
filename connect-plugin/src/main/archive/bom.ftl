{
  "bomFormat": "CycloneDX",
  "specVersion": "1.6",
  "version": 1,
  "components": [
<#list dependencyMap as entry>
<#assign project = entry.getKey()/>
<#assign purl = "pkg:maven/" + project.groupId + "/" + project.artifactId + "@" + project.version/>
    {
      "type": "library",
      "bom-ref": "${purl}",
      "group": "${project.groupId}",
      "name": "${project.artifactId}",
      "version": "${project.version}",
      "licenses": [<#list entry.getValue() as name>{"license": {"id": "${name}"}}<#sep>, </#list>],
      "purl": "${purl}"
    }<#sep>,</#sep>
</#list>
  ]
}
