
  // Scripts. The names `location` and `top` cannot be redefined, so they are renamed in all code, as the server does in
  // what it sends. This is a reader of tokens, not of grammar: it knows strings, templates, expressions between
  // slashes, and whether a brace opens a block, a class or an object.
  const worthReading = /\b(?:location|top|eval|import|postMessage)\b/;
  const token = new RegExp([
    /(?<space>\s+|\/\/.*|\/\*[^]*?\*\/|<!--.*)/,
    /(?<word>[\p{ID_Start}$_#\\][\p{ID_Continue}$\u200c\u200d\\]*)/,
    /(?<number>\.?\d[\w.]*)/,
    /(?<string>"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*')/,
    /(?<mark>\?\.(?!\d)|=>|\.{3}|[=!]==?|\+\+|--|[^])/,
  ].map((part) => part.source).join("|"), "uy");
  const pattern = /\/(?:[^\/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/uy;
  const templateText = /(?:[^`\\$]|\\[^]|\$(?!\{))*(?:`|\$\{|$)/uy;
  const beforePattern = /^(?:return|typeof|case|in|of|do|else|void|delete|instanceof|new|throw|yield|await)$/;
  const windowNames = /^(?:window|self|parent|top|__stodola_top|globalThis|frames|opener|defaultView|contentWindow)$/;

  function source(text) {
    if (!isText(text) || !worthReading.test(text)) return text;
    try {
      return renamed(text);
    } catch {
      return text;
    }
  }

  function renamed(text) {
    const out = [];
    // What is open: { mark, kind, doubts: [[index in out, text if it is a pattern]], closing: text }.
    const open = [];
    const outside = { doubts: [], mark: "{", kind: "block" };
    const inside = () => open[open.length - 1] || outside;
    // The last tokens that are no space, newest first.
    let [last, before] = ["", ""];
    let afterValue = false;
    let sawClass = false;
    let isTernary = false;
    let at = 0;
    const next = () => {
      let from = at;
      for (;;) {
        token.lastIndex = from;
        const found = token.exec(text);
        if (!found || found.groups.space === undefined) return found ? found[0] : "";
        from = token.lastIndex;
      }
    };
    const readTemplate = () => {
      templateText.lastIndex = at;
      const found = templateText.exec(text)[0];
      out.push(found);
      at += found.length;
      if (found.endsWith("${")) open.push({ mark: "{", kind: "template", doubts: [] });
      last = found.endsWith("${") ? "{" : "`";
      afterValue = last === "`";
    };
    // In doubt a block: an object taken for a block still works, a block taken for an object does not.
    const braceKind = () => {
      if (sawClass) return "class";
      if (/^(?:const|let|var)$/.test(last)) return "pattern";
      if (/^(?:=>|\)|;|\}|\{|)$/.test(last)) return "block";
      if (last === ":") return inside().kind === "object" || inside().mark !== "{" || isTernary ? "object" : "block";
      if (/^(?:else|do|try|finally|static)$/.test(last)) return "block";
      return /^[\p{ID_Start}$_]/u.test(last) && !beforePattern.test(last) ? "block" : "object";
    };
    const word = (name) => {
      const isName = name === "location" || name === "top";
      const following = isName || /^(?:eval|import|postMessage)$/.test(name) ? next() : "";
      if (last === "." || last === "?.") {
        if (name === "postMessage" && following === "(" && before !== "super") {
          out[out.lastIndexOf(last)] = last === "." ? "" : "?.";
          return "[__stodola.postMessage]";
        }
        const isDeleted = () => /\bdelete\s+[\w$.]*$/.test(out.slice(-12).join(""));
        const isRenamed = name === "location" ? before !== "super" && !isDeleted()
          : name === "top" && windowNames.test(before);
        return isRenamed ? "__stodola_" + name : name;
      }
      const { kind, doubts } = inside();
      const startsMember = last === "{" || last === "," || /^(?:get|set|async|static|\*)$/.test(last);
      if (kind === "class" && (startsMember || last === "}" || last === ";")) return name;
      const isObject = (kind === "object" || kind === "pattern") && startsMember;
      if (isObject && following === "(") return name;
      if (name === "eval" && following === "(" && last !== "function") return callStart("eval(__stodola.source(");
      if (name === "import" && following === "(") {
        return callStart(`import(__stodola.specifier(${JSON.stringify(base())},`);
      }
      if (!isName) return name;
      if (isObject && following === ":") {
        if (name === "location") doubts.push([out.length, "__stodola_location"]);
        return name;
      }
      const isShort = isObject && (following === "," || following === "}" || following === "=");
      if (!isShort) return "__stodola_" + name;
      if (name === "location") doubts.push([out.length, "__stodola_location"]);
      return `${name}:__stodola_${name}`;
    };
    // A call whose arguments are put into another call.
    const callStart = (textOfStart) => {
      at = text.indexOf("(", at) + 1;
      open.push({ mark: "(", before: "", doubts: [], closing: "))" });
      out.push(textOfStart);
      [before, last] = ["eval", "("];
      return null;
    };
    const decide = (entry) => {
      const following = next();
      const isParameters = entry.mark === "(" && !/^(?:if|while|for|with|switch)$/.test(entry.before);
      const isPattern = entry.kind === "pattern" || following === "=" || isParameters && /^(?:=>|\{)$/.test(following);
      if (isPattern) for (const [index, name] of entry.doubts) out[index] = name;
      else if (/^[,)}\]:]$/.test(following)) inside().doubts.push(...entry.doubts);
    };
    while (at < text.length) {
      token.lastIndex = at;
      const found = token.exec(text);
      const { space, word: name, string, mark } = found.groups;
      if (space !== undefined) {
        out.push(space);
        at = token.lastIndex;
        continue;
      }
      if (mark === "/" && !afterValue) {
        pattern.lastIndex = at;
        const whole = pattern.exec(text);
        if (whole) {
          out.push(whole[0]);
          at += whole[0].length;
          [before, last, afterValue] = [last, "/", true];
          continue;
        }
      }
      at = token.lastIndex;
      if (name !== undefined) {
        const written = word(name);
        if (written === null) {
          afterValue = false;
          continue;
        }
        out.push(written);
        if (name === "class" && last !== "." && next() !== ":") sawClass = true;
        afterValue = last === "." || !beforePattern.test(name);
        [before, last] = [last, name];
        continue;
      }
      if (string !== undefined) {
        const key = string.slice(1, -1);
        const isMember = last === "[" && inside().isMember && next() === "]";
        const isRenamed = isMember && (key === "location" || key === "top" && windowNames.test(before));
        const isImported = /^(?:from|import)$/.test(last) && before !== ".";
        out.push(isRenamed ? `"__stodola_${key}"` : isImported ? JSON.stringify(specifier(base(), key)) : string);
        [before, last, afterValue] = [last, '"', true];
        continue;
      }
      if (mark === "`") {
        out.push(mark);
        before = last;
        readTemplate();
        continue;
      }
      let isValue = mark === undefined || mark === "]" || mark === "++" || mark === "--";
      if (mark === "{") {
        open.push({ mark, kind: braceKind(), doubts: [] });
        sawClass = false;
      } else if (mark === "(" || mark === "[") {
        open.push({ mark, before: last, doubts: [], isMember: mark === "[" && afterValue });
      } else if (mark === "}" || mark === ")" || mark === "]") {
        const entry = open.pop() || { doubts: [] };
        if (entry.kind === "template") {
          out.push(mark);
          readTemplate();
          continue;
        }
        if (entry.closing) out.push(")");
        out.push(mark);
        if (entry.doubts.length > 0) decide(entry);
        if (mark === "}") isValue = entry.kind === "object" || entry.kind === "pattern";
        if (mark === ")") isValue = !/^(?:if|while|for|with)$/.test(entry.before);
        [before, last, afterValue] = [last, mark, isValue];
        continue;
      }
      if (mark === "?") inside().asked = (inside().asked || 0) + 1;
      isTernary = mark === ":" && inside().asked > 0;
      if (isTernary) inside().asked -= 1;
      out.push(found[0]);
      [before, last, afterValue] = [last, mark === undefined ? "0" : mark, isValue];
    }
    return out.join("");
  }

  // Code as its author wrote it.
  function restoreSource(text) {
    if (!isText(text) || !text.includes("__stodola")) return text;
    return text.replace(/(location|top):\s*__stodola_\1\b/g, "$1").replace(/__stodola_(location|top)\b/g, "$1")
      .replace(/(\?\.)?\[__stodola\.postMessage\]/g, (all, chain) => (chain || ".") + "postMessage")
      .replace(/__stodola\.source\(((?:[^()]|\([^()]*\))*)\)/g, "$1")
      .replace(/__stodola\.specifier\("[^"]*",((?:[^()]|\([^()]*\))*)\)/g, "$1");
  }

  // Addresses in an import map, or any other object of addresses.
  function importMap(text) {
    try {
      const map = JSON.parse(text);
      const change = (table) => {
        for (const [key, value] of Object.entries(table || {})) {
          if (isText(value)) table[key] = link(value, "esm_");
          else change(value);
        }
      };
      change(map);
      return JSON.stringify(map);
    } catch {
      return text;
    }
  }
