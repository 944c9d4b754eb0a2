#include "ObjectBytes.hpp"
#include "Barrier.hpp"
#include <cstring>
#include <map>
#include <vector>

namespace postil {

// MARK: - Writing

namespace {

template <typename Number> void append(std::string &bytes, Number number) {
  char raw[sizeof number];
  memcpy(raw, &number, sizeof number);
  bytes.append(raw, sizeof number);
}

void append(std::string &bytes, std::string const &text, size_t skipped = 0) {
  append(bytes, static_cast<uint32_t>(text.size() - skipped));
  bytes.append(text, skipped, std::string::npos);
}

/// A name as libqpdf has it: after a slash, and with a zero for a `#` that stands for itself.
void append_name(std::string &bytes, std::string const &name) {
  size_t start = bytes.size() + sizeof(uint32_t);
  append(bytes, name, !name.empty() && name[0] == '/' ? 1 : 0);
  for (size_t index = start; index < bytes.size(); index++) {
    if (bytes[index] == 0) bytes[index] = '#';
  }
}

/// An array or dictionary of which some items are still to be written.
struct Open {
  std::vector<QPDFObjectHandle> items;
  std::map<std::string, QPDFObjectHandle> entries;
  bool is_dictionary;
  size_t next = 0;
  std::map<std::string, QPDFObjectHandle>::iterator entry;
};

} // namespace

void write(QPDFObjectHandle object, std::string &bytes) {
  bytes.clear();
  std::vector<std::unique_ptr<Open>> stack;
  bool is_top = true;
  while (true) {
    if (!is_top && object.isIndirect()) {
      QPDFObjGen id = object.getObjGen();
      bytes += 'R';
      append(bytes, static_cast<int32_t>(id.getObj()));
      append(bytes, static_cast<int32_t>(id.getGen()));
    } else {
      auto type = object.getTypeCode();
      if (type == ot_stream) {
        bytes += 'S';
        object = object.getDict();
        type = object.getTypeCode();
        if (type != ot_dictionary) throw Failure(POSTIL_QPDF_DAMAGED, "a stream without a dictionary");
      }
      switch (type) {
      case ot_boolean: bytes += object.getBoolValue() ? 't' : 'f'; break;
      case ot_integer:
        bytes += 'i';
        append(bytes, static_cast<int64_t>(object.getIntValue()));
        break;
      case ot_real:
        bytes += 'r';
        append(bytes, object.getRealValue());
        break;
      case ot_string:
        bytes += 's';
        append(bytes, object.getStringValue());
        break;
      case ot_name:
        bytes += '/';
        append_name(bytes, object.getName());
        break;
      case ot_array:
      case ot_dictionary: {
        if (stack.size() == POSTIL_QPDF_DEEPEST)
          throw Failure(POSTIL_QPDF_DAMAGED, "arrays and dictionaries are inside each other too deeply");
        auto open = std::make_unique<Open>();
        open->is_dictionary = type == ot_dictionary;
        if (open->is_dictionary) {
          open->entries = object.getDictAsMap();
          open->entry = open->entries.begin();
        } else {
          open->items = object.getArrayAsVector();
        }
        bytes += open->is_dictionary ? '<' : '[';
        append(bytes, static_cast<uint32_t>(open->is_dictionary ? open->entries.size() : open->items.size()));
        stack.push_back(std::move(open));
        break;
      }
      default: bytes += 'n';
      }
    }
    is_top = false;
    while (true) {
      if (stack.empty()) return;
      Open &open = *stack.back();
      if (!open.is_dictionary && open.next < open.items.size()) {
        object = open.items[open.next++];
        break;
      }
      if (open.is_dictionary && open.entry != open.entries.end()) {
        append_name(bytes, open.entry->first);
        object = open.entry->second;
        ++open.entry;
        break;
      }
      stack.pop_back();
    }
  }
}

// MARK: - Names

/// A name so that libqpdf writes it right: its versions 11 write a `#` as it is, where a file must have `#23`.
static std::string written_name(std::string const &name) {
  static bool const escapes = QPDFObjectHandle::newName("/#").unparse() != "/#";
  if (escapes || name.find('#') == std::string::npos) return name;
  std::string result;
  for (char byte : name) {
    result += byte;
    if (byte == '#') result += "23";
  }
  return result;
}

void mend_names(QPDF &qpdf) {
  if (written_name("/#") == "/#") return;
  auto is_odd = [](QPDFObjectHandle object) {
    return object.isName() && object.getName().find('#') != std::string::npos;
  };
  std::vector<QPDFObjectHandle> pending{qpdf.getTrailer()};
  for (auto &object : qpdf.getAllObjects()) {
    if (is_odd(object)) {
      qpdf.replaceObject(object.getObjGen(), QPDFObjectHandle::newName(written_name(object.getName())));
    } else {
      pending.push_back(object);
    }
  }
  auto take = [&](QPDFObjectHandle item) {
    if (!item.isIndirect() && (item.isArray() || item.isDictionary())) pending.push_back(item);
  };
  while (!pending.empty()) {
    auto object = pending.back();
    pending.pop_back();
    if (object.isArray()) {
      int place = 0;
      for (auto &item : object.getArrayAsVector()) {
        if (!item.isIndirect() && is_odd(item))
          object.setArrayItem(place, QPDFObjectHandle::newName(written_name(item.getName())));
        take(item);
        ++place;
      }
      continue;
    }
    if (object.isStream()) object = object.getDict();
    if (!object.isDictionary()) continue;
    // All are taken out before one is put back: what one becomes, another may be now.
    std::map<std::string, QPDFObjectHandle> changed;
    for (auto &[key, item] : object.getDictAsMap()) {
      take(item);
      bool is_name = !item.isIndirect() && is_odd(item);
      if (!is_name && key.find('#') == std::string::npos) continue;
      changed[written_name(key)] = is_name ? QPDFObjectHandle::newName(written_name(item.getName())) : item;
      object.removeKey(key);
    }
    for (auto &[key, item] : changed) object.replaceKey(key, item);
  }
}

// MARK: - Reading

namespace {

struct Cursor {
  const uint8_t *position;
  const uint8_t *end;

  [[noreturn]] static void fail() { throw Failure(POSTIL_QPDF_INTERNAL, "an object was handed over wrongly"); }

  template <typename Number> Number number() {
    Number number;
    if (static_cast<size_t>(end - position) < sizeof number) fail();
    memcpy(&number, position, sizeof number);
    position += sizeof number;
    return number;
  }

  std::string text() {
    auto count = number<uint32_t>();
    if (static_cast<size_t>(end - position) < count) fail();
    std::string text(reinterpret_cast<const char *>(position), count);
    position += count;
    return text;
  }
};

/// An array or dictionary to which items are still to be added.
struct Growing {
  bool is_dictionary;
  uint32_t missing;
  std::vector<QPDFObjectHandle> items;
  std::map<std::string, QPDFObjectHandle> entries;
  std::string key;
};

} // namespace

QPDFObjectHandle read(postil_qpdf_bytes bytes, std::function<QPDFObjectHandle(int, int)> const &reference) {
  Cursor cursor{bytes.start, bytes.start + bytes.count};
  std::vector<Growing> stack;
  while (true) {
    QPDFObjectHandle object;
    char tag = static_cast<char>(cursor.number<uint8_t>());
    switch (tag) {
    case 'n': object = QPDFObjectHandle::newNull(); break;
    case 't': object = QPDFObjectHandle::newBool(true); break;
    case 'f': object = QPDFObjectHandle::newBool(false); break;
    case 'i': object = QPDFObjectHandle::newInteger(cursor.number<int64_t>()); break;
    case 'r': object = QPDFObjectHandle::newReal(cursor.text()); break;
    case 's': object = QPDFObjectHandle::newString(cursor.text()); break;
    case '/': object = QPDFObjectHandle::newName(written_name("/" + cursor.text())); break;
    case 'R': {
      auto number = cursor.number<int32_t>();
      object = reference(number, cursor.number<int32_t>());
      break;
    }
    case '[':
    case '<': {
      if (stack.size() == POSTIL_QPDF_DEEPEST) Cursor::fail();
      Growing growing;
      growing.is_dictionary = tag == '<';
      growing.missing = cursor.number<uint32_t>();
      stack.push_back(std::move(growing));
      break;
    }
    default: Cursor::fail();
    }
    bool is_complete = tag != '[' && tag != '<';
    while (true) {
      if (is_complete) {
        if (stack.empty()) {
          if (cursor.position != cursor.end) Cursor::fail();
          return object;
        }
        Growing &top = stack.back();
        if (top.is_dictionary) {
          top.entries[top.key] = object;
        } else {
          top.items.push_back(object);
        }
        top.missing--;
      }
      Growing &top = stack.back();
      if (top.missing > 0) {
        if (top.is_dictionary) top.key = written_name("/" + cursor.text());
        break;
      }
      object = top.is_dictionary ? QPDFObjectHandle::newDictionary(top.entries) : QPDFObjectHandle::newArray(top.items);
      stack.pop_back();
      is_complete = true;
    }
  }
}

} // namespace postil
