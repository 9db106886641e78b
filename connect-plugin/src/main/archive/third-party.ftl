Third-party software in the full archive, one line each: artifact version: licence, project page.
The slim archive holds none of it.

The text of Apache-2.0 is in the file LICENSE. The other texts are in the folder LICENSES
or in the jar itself, under META-INF.

<#list dependencyMap as entry>
<#assign project = entry.getKey()/>
<#assign licenses = entry.getValue()/>
${project.groupId}:${project.artifactId} ${project.version}: ${licenses?join(" or ")}, ${(project.url)!"-"}
</#list>
