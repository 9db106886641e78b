package org.outboxconnect.smt.internal.header;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Header texts by name, in the order in which the names came. Nearly every row has a handful, which
 * two arrays hold at a third of a map's cost; a map of places comes in when there are many. Used on
 * one thread for one row.
 */
final class HeaderTexts {

  /** Takes one header. */
  interface Sink {
    void header(String name, String text);
  }

  private static final int FEW = 8;

  private @Nullable String[] names = new String[FEW];
  private @Nullable String[] texts = new String[FEW]; // null where the header was removed
  private int size;
  private @Nullable Map<String, Integer> places; // once there are more than a few

  @Nullable String get(String name) {
    int place = placeOf(name);
    return place < 0 ? null : texts[place];
  }

  /** Sets or replaces a text. */
  void put(String name, String text) {
    int known = placeOf(name);
    int place = known < 0 ? append(name) : known; // may replace the arrays
    texts[place] = text;
  }

  void remove(String name) {
    int place = placeOf(name);
    if (place >= 0) {
      texts[place] = null;
    }
  }

  void forEach(Sink sink) {
    for (int i = 0; i < size; i++) {
      String name = names[i];
      String text = texts[i];
      if (name != null && text != null) {
        sink.header(name, text);
      }
    }
  }

  private int placeOf(String name) {
    if (places != null) {
      return places.getOrDefault(name, -1);
    }
    for (int i = 0; i < size; i++) {
      if (name.equals(names[i])) {
        return i;
      }
    }
    return -1;
  }

  private int append(String name) {
    if (size == names.length) {
      names = Arrays.copyOf(names, 2 * size);
      texts = Arrays.copyOf(texts, 2 * size);
    }
    names[size] = name;
    if (places != null) {
      places.put(name, size);
    } else if (size == FEW) {
      places = placesOfAll();
    }
    return size++;
  }

  private Map<String, Integer> placesOfAll() {
    Map<String, Integer> all = new HashMap<>();
    for (int i = 0; i <= size; i++) {
      String name = names[i];
      if (name != null) {
        all.put(name, i);
      }
    }
    return all;
  }
}
