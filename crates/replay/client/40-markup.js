
  // Markup: which attributes lead where, and how style sheets and HTML are translated when scripts make them.
  const kindsByElement = {
    href: { LINK: linkKind, USE: "im_", IMAGE: "im_", FEIMAGE: "im_", SCRIPT: scriptKind },
    src: {
      IMG: "im_", INPUT: "im_", SCRIPT: scriptKind, IFRAME: "if_", FRAME: "fr_", EMBED: "oe_", VIDEO: "oe_",
      AUDIO: "oe_", SOURCE: "oe_", TRACK: "oe_",
    },
    data: { OBJECT: "oe_" },
    poster: { VIDEO: "im_" },
    background: { BODY: "im_", TABLE: "im_", TD: "im_", TH: "im_", TR: "im_" },
    action: { FORM: "mp_" },
    formaction: { BUTTON: "mp_", INPUT: "mp_" },
    cite: { Q: "mp_", BLOCKQUOTE: "mp_", INS: "mp_", DEL: "mp_" },
    longdesc: { IMG: "mp_", IFRAME: "mp_", FRAME: "mp_" },
    lowsrc: { IMG: "im_" },
    ping: { A: "mp_", AREA: "mp_" },
    codebase: { OBJECT: "oe_", APPLET: "oe_" },
    manifest: { HTML: "oe_" },
    srcset: { IMG: "srcset", SOURCE: "srcset" },
    imagesrcset: { LINK: "srcset" },
    srcdoc: { IFRAME: "html" },
    content: { META: "refresh" },
    type: { SCRIPT: "type" },
    integrity: { SCRIPT: "integrity", LINK: "integrity" },
    "http-equiv": { META: "policy" },
  };
  kindsByElement["xlink:href"] = kindsByElement.href;
  const observed = Object.keys(kindsByElement).filter((name) => name !== "type" && name !== "content").concat("style");
  const rawText = /^(?:SCRIPT|STYLE|TEXTAREA|TITLE|XMP|IFRAME|NOEMBED|NOFRAMES|NOSCRIPT)$/;
  const isScriptType = /^\s*(?:$|module\s*$|(?:text|application)\/(?:x-)?(?:java|ecma)script)/i;

  function linkKind(attribute) {
    const rel = (attribute("rel") || "").toLowerCase();
    if (rel.includes("stylesheet")) return "cs_";
    if (rel.includes("modulepreload")) return "esm_";
    if (rel.includes("icon")) return "im_";
    if (!rel.includes("preload")) return "mp_";
    return { script: "js_", style: "cs_", image: "im_" }[attribute("as")] || "oe_";
  }

  function scriptKind(attribute) {
    return /^\s*module\s*$/i.test(attribute("type") || "") ? "esm_" : "js_";
  }

  // What is in an attribute: a modifier, or one of css, js, html, srcset, refresh, type, integrity, policy; or nothing.
  function kindOf(tag, name, attribute) {
    if (name === "style") return "css";
    if (name.startsWith("on")) return "js";
    const kinds = Object.hasOwn(kindsByElement, name) ? kindsByElement[name] : undefined;
    if (!kinds) return undefined;
    const kind = Object.hasOwn(kinds, tag) ? kinds[tag] : name.endsWith("href") ? "mp_" : undefined;
    const found = typeof kind === "function" ? kind(attribute) : kind;
    // Pages without the shell lead to pages without it.
    return found === "mp_" ? modifier() : found;
  }

  // Value of an attribute as it is put into the document.
  function inserted(kind, text, attribute) {
    switch (kind) {
      case undefined: return text;
      case "css": return style(text);
      case "js": return source(text);
      case "html": return clientMarkup() + html(text);
      case "srcset": return sourceSet(text);
      case "refresh": return /^refresh$/i.test(attribute("http-equiv") || "refresh") ? refresh(text) : text;
      case "type": return /^\s*speculationrules\s*$/i.test(text) ? "data-stodola-" + text : text;
      case "policy": return /^content-security-policy/i.test(text) ? "data-stodola-" + text : text;
      default: return link(text, kind);
    }
  }

  function sourceSet(text) {
    return String(text).replace(/(\S*[^\s,])(\s+[^,]*)?(,|$)/g, (all, address, size, end) =>
      link(address, "im_") + (size || "") + end);
  }

  function refresh(text) {
    const parts = /^(\s*[\d.]+\s*[;,]?\s*(?:url\s*=)?\s*)(["']?)(.*?)(\2\s*)$/i;
    return String(text).replace(parts, (all, start, quote, address, end) =>
      address === "" ? all : start + quote + link(address, modifier()) + end);
  }

  const styleAddress =
    /(url\(\s*)("(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|[^)"'\s]*)(\s*\))|(@import\s+)("[^"]*"|'[^']*')|("[^"]*"|'[^']*')(?=\s+[\d.]+d?p?p?x\b)/gi;

  function style(text) {
    if (!isText(text)) text = text === null ? "" : String(text);
    if (!text.includes("(") && !text.includes("@")) return text;
    return text.replace(styleAddress, (all, start = "", inner, end = "", rule, sheet, image) => {
      const [before, quoted, after] = rule ? [rule, sheet, ""] : [start, inner ?? image, end];
      const quote = /^["']/.test(quoted) ? quoted[0] : "";
      const address = quote ? quoted.slice(1, -1) : quoted;
      return before + quote + link(address, rule ? "cs_" : "oe_") + quote + after;
    });
  }

  // The element that the server puts first into each page, for pages that scripts make.
  function clientMarkup() {
    const text = JSON.stringify({ ...config, uri: here() === "about:srcdoc" ? config.uri : here() });
    const attribute = text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
    return `<script src="${replayOrigin}/_stodola/replay.js" data-stodola="${attribute}"><\/script>`;
  }

  const clientElement = /<script [^>]*\bdata-stodola="[^"]*"><\/script>/g;
  const decoder = isPage ? document.implementation.createHTMLDocument("").createElement("textarea") : undefined;
  const setMarkup = isPage ? getOwn(prototypeOf("Element"), "innerHTML").set : undefined;
  const readText = getterOf(prototypeOf("HTMLTextAreaElement"), "value");

  function decoded(text) {
    if (!text.includes("&")) return text;
    // A line feed at the start would be dropped.
    apply(setMarkup, decoder, ["\n" + text.replaceAll("<", "&lt;")]);
    return readText(decoder);
  }

  const tagStart = /<!--[^]*?-->|<\/?([a-z][^\s\/>]*)/gi;
  const attributeText = /[\s\/]*([^\s\/>=][^\s\/>=]*)(\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?/y;
  const tagEnd = /[\s\/]*>/y;

  // HTML as it is put into the document. With `pieces`, text may end anywhere: what is not complete is kept in
  // `pieces.rest` for the next call.
  function html(text, pieces) {
    text = (pieces ? pieces.rest : "") + String(text);
    if (pieces) pieces.rest = "";
    let out = "";
    let done = 0;
    const keep = (from) => {
      if (pieces) pieces.rest = text.slice(from);
      return out + (pieces ? text.slice(done, from) : text.slice(done));
    };
    tagStart.lastIndex = 0;
    for (;;) {
      const found = tagStart.exec(text);
      if (!found) break;
      if (found[1] === undefined || found[0][1] === "/") continue;
      const tag = found[1].toUpperCase();
      const attributes = [];
      let at = tagStart.lastIndex;
      for (;;) {
        attributeText.lastIndex = at;
        const one = attributeText.exec(text);
        if (!one) break;
        attributes.push(one);
        at = attributeText.lastIndex;
      }
      tagEnd.lastIndex = at;
      const end = tagEnd.exec(text);
      if (!end) {
        // A tag without its end: the browser would drop it, or it comes in the next piece.
        if (at >= text.length || pieces) return keep(found.index);
        tagStart.lastIndex = at;
        continue;
      }
      const written = openTag(tag, found[0], attributes) + end[0];
      let after = tagEnd.lastIndex;
      let content = "";
      if (rawText.test(tag)) {
        const close = new RegExp(`</${tag}(?=[\\s/>])`, "gi");
        close.lastIndex = after;
        const closed = close.exec(text);
        if (!closed && pieces && (tag === "SCRIPT" || tag === "STYLE")) return keep(found.index);
        const stop = closed ? closed.index : text.length;
        content = rawContent(tag, text.slice(after, stop), attributes);
        after = stop;
      }
      out += text.slice(done, found.index) + written + content;
      done = after;
      tagStart.lastIndex = after;
    }
    const cut = pieces ? /<(?:[a-z\/!][^<>]*)?$/i.exec(text.slice(done)) : null;
    return keep(cut ? done + cut.index : text.length);
  }

  const attributeValue = (one) => decoded(one[3] ?? one[4] ?? one[5] ?? "");
  const attributeIn = (attributes) => (name) => {
    const one = attributes.find((one) => one[1].toLowerCase() === name);
    return one && attributeValue(one);
  };

  function openTag(tag, start, attributes) {
    const attribute = attributeIn(attributes);
    for (const one of attributes) {
      const name = one[1].toLowerCase();
      const kind = kindOf(tag, name, attribute);
      if (kind === undefined) start += one[0];
      else if (kind === "integrity") start += one[0].replace(/integrity/i, "data-stodola-integrity");
      else {
        const old = attributeValue(one);
        const changed = inserted(kind, old, attribute);
        start += changed === old ? one[0]
          : ` ${one[1]}="${changed.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`;
      }
    }
    return start;
  }

  function rawContent(tag, text, attributes) {
    const type = attributeIn(attributes)("type") || "";
    if (tag === "STYLE") return style(text);
    return tag === "SCRIPT" ? scriptText(text, type) : text;
  }

  function scriptText(text, type) {
    if (isScriptType.test(type)) return source(text);
    if (/^\s*importmap\s*$/i.test(type)) return importMap(text);
    return text;
  }

  // Markup as a script may see it.
  function restoreMarkup(text) {
    if (!isText(text)) return text;
    if (text.includes("stodola")) {
      text = restoreSource(text.replace(clientElement, "")).replaceAll("data-stodola-", "");
    }
    return restore(text);
  }
