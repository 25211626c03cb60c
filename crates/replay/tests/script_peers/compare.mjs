// Compares rewritten scripts with what follows from their syntax trees: compare.mjs PROGRAM NODE_MODULES [FOLDER…]
//
// The rules are those of crates/replay/src/rewrite/js.rs, told by a tree instead of by tokens. Whether the key of a
// pattern changes is left open here, because that depends on how far the rewriter looks.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [program, modules, ...folders] = process.argv.slice(2);
const acorn = await import(pathToFileURL(join(modules, "acorn/dist/acorn.mjs")).href);

const URI = "https://doc.example/a/b/c/d/e/f/g/h/i.js";
const NEW = Object.assign(Object.create(null), { location: "__stodola_location", top: "__stodola_top" });
const WINDOWS = new Set(["window", "self", "parent", "globalThis", "frames", "opener", "defaultView", "contentWindow", "top"]);
const LARGEST = 1_500_000;
const MOST_SHOWN = 20;

function* scripts(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const about = statSync(path, { throwIfNoEntry: false });
    if (about?.isDirectory()) yield* scripts(path);
    else if (/\.[cm]?js$/.test(name) && about?.size <= LARGEST) yield path;
  }
}

function parse(text) {
  for (const sourceType of ["script", "module"]) {
    try {
      const options = { ecmaVersion: "latest", allowHashBang: true, allowReturnOutsideFunction: true, sourceType };
      return acorn.parse(text, options);
    } catch {
      // Tried as the other kind, or left out.
    }
  }
  return null;
}

/** The changes that a tree asks for, as [start, end, new text]; `null` for a key that may stay or change. */
function changes(tree, text) {
  const found = [];
  const nameOf = (node) => {
    if (node.type === "Identifier") return node.name;
    if (node.type === "MemberExpression" && !node.computed) return node.property.name;
    return node.type === "ChainExpression" ? nameOf(node.expression) : null;
  };
  const isWindow = (node) => WINDOWS.has(nameOf(node)) && text[node.end - 1] !== ")";

  function member(node, parent, inDelete) {
    const { object, property } = node;
    if (object.type === "MetaProperty" && property.name === "url") {
      found.push([node.start, node.end, JSON.stringify(URI)]);
      return;
    }
    walk(object, node, inDelete);
    if (node.computed) {
      const written = text.slice(property.start, property.end);
      const name = /^['"](location|top)['"]$/.exec(written)?.[1];
      if (name === undefined) walk(property, node, inDelete);
      else if (!inDelete && (name === "location" || isWindow(object))) {
        found.push([property.start + 1, property.end - 1, NEW[name]]);
      }
      return;
    }
    const { name } = property;
    const isRenamed = name === "location" ? object.type !== "Super" && !inDelete : name === "top" && isWindow(object);
    if (isRenamed) found.push([property.start, property.end, NEW[name]]);
    const isCalled = parent.type === "CallExpression" && parent.callee === node && /^\s*\(/.test(text.slice(node.end));
    if (name === "postMessage" && isCalled && object.type !== "Super") {
      const dot = text.lastIndexOf(".", property.start);
      found.push([text[dot - 1] === "?" ? dot + 1 : dot, property.end, "[__stodola.postMessage]"]);
    }
  }

  function property(node, parent, inDelete) {
    const { key, value } = node;
    if (node.computed) walk(key, node, inDelete);
    else if (NEW[key.name] && node.shorthand) found.push([key.start, key.end, null, key.name, `${key.name}:${NEW[key.name]}`]);
    else if (NEW[key.name] && parent.type === "ObjectPattern") found.push([key.start, key.end, null, key.name, key.name]);
    if (!node.shorthand) walk(value, node, inDelete);
    else if (value.type === "AssignmentPattern") walk(value.right, value, inDelete);
  }

  /** Puts a call around the first argument of another. */
  function wrap(node, open, first, hasMore, begin) {
    found.push([open, open, begin]);
    const end = hasMore ? text.indexOf(",", first.end) : node.end - 1;
    found.push([end, end, ")"]);
  }

  function walk(node, parent, inDelete) {
    if (typeof node?.type !== "string") return;
    switch (node.type) {
      case "Identifier":
        if (NEW[node.name]) found.push([node.start, node.end, NEW[node.name]]);
        return;
      case "MemberExpression":
        return member(node, parent, inDelete);
      case "Property":
      case "MethodDefinition":
      case "PropertyDefinition":
        return property(node, parent, inDelete);
      case "CallExpression":
        if (node.callee.name === "eval" && !node.optional) {
          const open = text.indexOf("(", node.callee.end) + 1;
          wrap(node, open, node.arguments[0] ?? { end: open }, node.arguments.length > 1, "__stodola.source(");
          node.arguments.forEach((argument) => walk(argument, node, inDelete));
          return;
        }
        break;
      case "ImportExpression":
        if (node.source.type !== "Literal") {
          const open = text.indexOf("(", node.start) + 1;
          wrap(node, open, node.source, Boolean(node.options), `__stodola.specifier(${JSON.stringify(URI)},`);
          walk(node.source, node, inDelete);
        }
        walk(node.options, node, inDelete);
        return;
      case "ImportSpecifier":
        if (node.imported.start !== node.local.start) walk(node.local, node, inDelete);
        else if (NEW[node.local.name]) found.push([node.local.end, node.local.end, ` as ${NEW[node.local.name]}`]);
        return;
      case "MetaProperty":
      case "ExportSpecifier":
      case "ExportAllDeclaration":
        return;
    }
    const isDelete = inDelete || (node.type === "UnaryExpression" && node.operator === "delete");
    for (const child of Object.values(node).flat()) walk(child, node, isDelete);
  }

  walk(tree, { type: "None" }, false);
  return found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

function expected(text, tree, got) {
  let out = "";
  let at = 0;
  for (const [start, end, change, name, kept] of changes(tree, text)) {
    out += text.slice(at, start);
    at = end;
    if (change !== null) out += change;
    else out += got.startsWith(NEW[name], out.length) ? NEW[name] : kept;
  }
  return out + text.slice(at);
}

let [same, wrong] = [0, 0];
const seen = new Set();
for (const path of [modules, ...folders].flatMap((folder) => [...scripts(folder)])) {
  const bytes = readFileSync(path);
  const text = bytes.toString("utf8");
  const hash = createHash("sha256").update(bytes).digest("hex");
  if (seen.has(hash) || !/location|\btop\b|\beval\b|postMessage|import\s*\(/.test(text)) continue;
  seen.add(hash);
  const tree = parse(text);
  if (tree === null) continue;
  const got = spawnSync(program, ["js_", "text/javascript", URI], { input: bytes, maxBuffer: 1 << 28 }).stdout.toString();
  const wanted = expected(text, tree, got);
  if (got === wanted && parse(got) !== null) {
    same += 1;
    continue;
  }
  wrong += 1;
  if (wrong <= MOST_SHOWN) {
    const at = [...wanted].findIndex((character, index) => character !== got[index]);
    const around = (shown) => JSON.stringify(shown.slice(Math.max(0, at - 60), at + 60));
    console.error(`${path}\n  expected ${around(wanted)}\n  found    ${around(got)}`);
  }
}
console.log(`${same} scripts are rewritten as their syntax trees say, ${wrong} are not`);
process.exit(wrong > 0 || same < 50 ? 1 : 0);
