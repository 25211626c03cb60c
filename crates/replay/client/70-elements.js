
  // Elements: attributes and properties that hold addresses, markup that scripts write, and what slips through.
  const element = prototypeOf("Element");
  const getAttribute = element && element.getAttribute;
  const setAttribute = element && element.setAttribute;
  const tagOf = (node) => String(node.localName).toUpperCase();
  const attributeOf = (node) => (name) => apply(getAttribute, node, [name]);
  // Texts of attributes that cannot be found from what is stored instead, by element.
  const written = new WeakMap();
  const isLegible = /^(?:SCRIPT|STYLE)$/;

  // Value to store in an attribute of an element, for a value that a script sets.
  function forAttribute(node, name, text) {
    const attribute = attributeOf(node);
    const stored = inserted(kindOf(tagOf(node), name, attribute), text, attribute);
    if (stored !== text && restoreMarkup(stored) !== text) {
      if (!written.has(node)) written.set(node, new Map());
      written.get(node).set(stored, text);
    }
    return stored;
  }

  // The browser must not check integrity: scripts are translated, so they never have the bytes that were hashed.
  function storedName(node, name) {
    const key = String(name).toLowerCase();
    return key === "integrity" && /^(?:SCRIPT|LINK)$/.test(tagOf(node)) ? "data-stodola-integrity" : name;
  }

  function fromAttribute(text, node) {
    if (!isText(text)) return text;
    const known = written.get(node);
    if (known && known.has(text)) return known.get(text);
    return text.includes("stodola") || text.includes(prefixPath) ? restoreMarkup(text) : text;
  }

  function attributeMethods() {
    const set = (index) => (node, given, original) => {
      if (given.length > index + 1) {
        given[index] = storedName(node, given[index]);
        const name = String(given[index]).toLowerCase();
        given[index + 1] = forAttribute(node, name, String(given[index + 1]));
        adaptScript(node, name, given[index + 1]);
      }
      return apply(original, node, given);
    };
    method(element, "setAttribute", set(0));
    method(element, "setAttributeNS", set(1));
    for (const [name, index] of [["getAttribute", 0], ["getAttributeNS", 1]]) {
      method(element, name, (node, given, original) => {
        if (given[index] === "integrity") given[index] = storedName(node, "integrity");
        return fromAttribute(apply(original, node, given), node);
      });
    }
    for (const each of ["hasAttribute", "removeAttribute"]) {
      translate(element, each, 0, (name, node) => storedName(node, name));
    }
    method(element, "getAttributeNames", (node, given, original) =>
      apply(original, node, given).map((name) => name.replace(/^data-stodola-/, "")));
    for (const name of ["setAttributeNode", "setAttributeNodeNS"]) {
      translate(element, name, 0, (attribute, node) => {
        const isAttribute = attribute instanceof self.Attr;
        if (isAttribute) putAttribute(attribute, forAttribute(node, attribute.name, attribute.value));
        return attribute;
      });
    }
    const setValue = getOwn(prototypeOf("Attr"), "value").set;
    const putAttribute = (attribute, text) => apply(setValue, attribute, [text]);
    const readAttribute = (text, attribute) => fromAttribute(text, attribute.ownerElement);
    property(prototypeOf("Attr"), "value", readAttribute, (attribute, text, put) => {
      const owner = attribute.ownerElement;
      put(attribute, owner ? forAttribute(owner, attribute.name, String(text)) : text);
    });
    const readNode = (text, node) => (node.nodeType === 2 ? node.value : text);
    property(prototypeOf("Node"), "nodeValue", readNode, (node, text, put) => {
      if (node.nodeType === 2) node.value = text;
      else put(node, text);
    });
    property(prototypeOf("SVGAnimatedString"), "baseVal", fromAttribute, (string, text, put) => {
      put(string, /^(?:https?:)?\/|\.\w+(?:#|$)/i.test(text) ? link(text, "im_") : text);
    });
    property(prototypeOf("SVGAnimatedString"), "animVal", fromAttribute);
  }

  // A script that becomes a module after it was given its address has to be translated as a module.
  function adaptScript(node, name, text) {
    if (name !== "type" || tagOf(node) !== "SCRIPT" || !/^\s*module\s*$/i.test(text)) return;
    const address = apply(getAttribute, node, ["src"]);
    if (address) apply(setAttribute, node, ["src", address.replace(/(\/\d*)js_\//, "$1esm_/")]);
  }

  function elementProperties() {
    // Interface (Image is HTMLImageElement): properties that are addresses; the attribute is the same in small letters.
    const addresses = {
      Image: "src longDesc lowsrc", Script: "src", IFrame: "src longDesc",
      Frame: "src longDesc", Embed: "src", Source: "src", Track: "src",
      Media: "src", Video: "poster", Input: "src formAction", Button: "formAction",
      Form: "action", Object: "data codeBase", Link: "href", Base: "href",
      Quote: "cite", Mod: "cite",
    };
    // The same for properties that show the text of the attribute.
    const texts = {
      Image: "srcset", Source: "srcset", Link: "imageSrcset", Body: "background",
      IFrame: "srcdoc", Meta: "content httpEquiv", Anchor: "ping", Area: "ping",
      Script: "type",
    };
    const each = (table, get) => {
      for (const [name, properties] of Object.entries(table)) {
        for (const one of properties.split(" ")) {
          const attribute = one === "httpEquiv" ? "http-equiv" : one.toLowerCase();
          property(prototypeOf(`HTML${name}Element`), one, get, (node, text, put) => {
            const stored = forAttribute(node, attribute, String(text));
            put(node, stored);
            adaptScript(node, attribute, stored);
          });
        }
      }
    };
    each(addresses, archived);
    each(texts, fromAttribute);
    for (const name of ["HTMLScriptElement", "HTMLLinkElement"]) {
      const read = (text, node) => apply(getAttribute, node, ["data-stodola-integrity"]) ?? "";
      property(prototypeOf(name), "integrity", read, (node, text) => node.setAttribute("integrity", text));
    }
    for (const name of ["HTMLAnchorElement", "HTMLAreaElement"]) anchorProperties(prototypeOf(name));
    method(self.HTMLScriptElement, "supports", (script, given, original) =>
      given[0] !== "speculationrules" && apply(original, script, given));
    // Elements that are made with an address as argument.
    constructor("Audio", (given) => {
      if (given.length > 0) given[0] = link(given[0], "oe_");
    });
    constructor("FontFace", (given) => {
      if (typeof given[1] === "string") given[1] = style(given[1]);
    });
  }

  function anchorProperties(prototype) {
    const href = getOwn(prototype, "href");
    const read = (node) => archived(apply(href.get, node, []));
    const write = (node, text) => apply(href.set, node, [forAttribute(node, "href", String(text))]);
    property(prototype, "href", archived, write);
    method(prototype, "toString", read);
    for (const part of [...addressParts, "username", "password"]) {
      property(prototype, part, (old, node) => {
        const parsed = parse(read(node));
        return parsed ? parsed[part] : old;
      }, (node, text) => {
        const parsed = parse(read(node));
        if (!parsed) return;
        parsed[part] = text;
        write(node, parsed.href);
      });
    }
  }

  // Selectors by the text of an address find it in its replay form too. (`^="http"`, `^="/"`, `$=` and `*=` do anyway.)
  const addressTest = /\[\s*(href|src|action)\s*(\^?=)\s*(?:"([^"\\]*)"|'([^'\\]*)'|([^\]\s"'\\]+))\s*\]/gi;

  function selector(text) {
    if (!isText(text) || !text.includes("[")) return text;
    return text.replace(addressTest, (all, name, how, ...found) => {
      const address = found.slice(0, 3).find((one) => one !== undefined);
      const isRoot = /^\/[^\/]/.test(address);
      if (!isRoot && !/^https?:\/\//i.test(address)) return all;
      const target = "_/" + (isRoot ? archivedOrigin() + address : address);
      const start = isRoot ? prefixPath : prefix;
      return `:is(${all},[${name}^="${start}"][${name}${how === "=" ? "$" : "*"}="${target}"])`;
    });
  }

  function selectorMethods() {
    for (const name of ["Element", "Document", "DocumentFragment"]) {
      for (const each of ["querySelector", "querySelectorAll", "matches", "closest"]) {
        translate(prototypeOf(name), each, 0, selector);
      }
    }
  }

  // Markup and text that scripts write.
  function markupMethods() {
    const forContent = (node, text) => {
      const tag = tagOf(node);
      const plain = text === null ? "" : String(text);
      if (tag === "SCRIPT") return scriptText(plain, apply(getAttribute, node, ["type"]) || "");
      return tag === "STYLE" ? style(plain) : html(plain);
    };
    const writeText = (node, text, put) => {
      put(node, isLegible.test(tagOf(node)) && text !== null && text !== undefined ? forContent(node, text) : text);
    };
    const readText = (text, node) => {
      if (isLegible.test(node.nodeName)) return restoreMarkup(text);
      return node.nodeType === 2 ? node.value : text;
    };
    for (const prototype of [element, prototypeOf("ShadowRoot"), prototypeOf("HTMLScriptElement")]) {
      property(prototype, "innerHTML", restoreMarkup, (node, text, put) => {
        put(node, forContent(node, text));
        startFrames();
      });
      translate(prototype, "setHTMLUnsafe", 0, (text) => html(text));
      method(prototype, "getHTML", (node, given, original) => restoreMarkup(apply(original, node, given)));
    }
    property(element, "outerHTML", restoreMarkup, (node, text, put) => {
      put(node, text === null ? "" : html(text));
      startFrames();
    });
    translate(element, "insertAdjacentHTML", 1, (text) => html(text));
    translate(prototypeOf("Range"), "createContextualFragment", 0, (text) => html(text));
    translate(prototypeOf("DOMParser"), "parseFromString", 0, (text, parser, given) =>
      given[1] === "text/html" ? html(text) : text);
    for (const name of ["parseHTMLUnsafe", "parseHTML"]) translate(self.Document, name, 0, (text) => html(text));
    method(prototypeOf("XMLSerializer"), "serializeToString", (receiver, given, original) =>
      restoreMarkup(apply(original, receiver, given)));
    // Scripts have some of these for themselves.
    for (const name of ["Node", "HTMLElement", "HTMLScriptElement"]) {
      for (const each of ["textContent", "innerText", "text"]) property(prototypeOf(name), each, readText, writeText);
    }
    insertions(forContent);
    documentWrite();
  }

  // After each insertion there may be a new frame; and text may have come into a script or a style sheet.
  function insertions(forContent) {
    const setData = getOwn(prototypeOf("CharacterData"), "data").set;
    const readData = getterOf(prototypeOf("CharacterData"), "data");
    const adapt = (parent, node) => {
      // From a document that was loaded as data.
      if (node.ownerDocument !== document && node.nodeType) translateTree(node);
      if (!isLegible.test(parent.nodeName)) return;
      if (node instanceof self.Text) apply(setData, node, [forContent(parent, readData(node))]);
    };
    const insert = (prototype, names, takesText) => {
      for (const name of names) {
        method(prototype, name, (parent, given, original) => {
          given.forEach((node, index) => {
            const isCode = takesText && isText(node) && isLegible.test(parent.nodeName);
            if (isCode) given[index] = forContent(parent, node);
            else if (node) adapt(parent, node);
          });
          const result = apply(original, parent, given);
          startFrames();
          return result;
        });
      }
    };
    for (const name of ["importNode", "adoptNode"]) {
      method(prototypeOf("Document"), name, (receiver, given, original) => translateTree(apply(original, receiver, given)));
    }
    insert(prototypeOf("Node"), ["appendChild", "insertBefore", "replaceChild"], false);
    for (const name of ["Element", "Document", "DocumentFragment"]) {
      insert(prototypeOf(name), ["append", "prepend", "replaceChildren"], true);
    }
    insert(element, ["before", "after", "replaceWith", "insertAdjacentElement"], false);
  }

  function documentWrite() {
    const prototype = prototypeOf("Document");
    const pieces = { rest: "" };
    const realWrite = prototype.write;
    const write = (end) => (target, given) => {
      const text = html(given.map(String).join("") + end, pieces);
      if (text !== "") apply(realWrite, target, [text]);
      attach();
      startFrames();
    };
    method(prototype, "write", write(""));
    method(prototype, "writeln", write("\n"));
    method(prototype, "open", (target, given, original) => {
      // With three arguments this opens a window.
      if (given.length > 2) return self.open(...given);
      const result = apply(original, target, given);
      pieces.rest = "";
      attach();
      return result;
    });
    method(prototype, "close", (target, given, original) => {
      if (pieces.rest !== "") apply(realWrite, target, [pieces.rest]);
      pieces.rest = "";
      return apply(original, target, given);
    });
  }

  // What came into the document on a way that is not known here is translated as soon as it is there.
  const withAddress = observed.map((name) => `[${name.replace(":", "\\:").replace("style", 'style*="url("')}]`).join();

  function translateElement(node) {
    for (const name of observed) {
      const text = apply(getAttribute, node, [name]);
      if (text === null) continue;
      if (name === "integrity") {
        node.removeAttribute(name);
        apply(setAttribute, node, ["data-stodola-integrity", text]);
        continue;
      }
      // Documents of frames have been translated when they were set; to do it again would make them longer each time.
      if (name === "srcdoc" && text.includes("data-stodola=")) continue;
      const changed = forAttribute(node, name, text);
      if (changed !== text) apply(setAttribute, node, [name, changed]);
    }
  }

  function translateTree(node) {
    if (node.nodeType === 1 && node.matches(withAddress)) translateElement(node);
    if (node.firstElementChild) node.querySelectorAll(withAddress).forEach(translateElement);
    return node;
  }

  function catchChanges(records) {
    for (const { type, target, addedNodes } of records) {
      if (type === "attributes") {
        translateElement(target);
        continue;
      }
      addedNodes.forEach(translateTree);
    }
    startFrames();
  }
