// The site of the pages in doc, which stay readable on GitHub.
import { existsSync, statSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { slug } from "github-slugger";
import { defineConfig } from "vitepress";
import { decisions, guides } from "../sidebar.mjs";

const repository = "https://github.com/tenon-go/tenon";
const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");

// findVue resolves the imports of compiled pages here, because doc is not below node_modules.
const findVue = {
  name: "find-vue",
  enforce: "pre",
  resolveId(id, importer) {
    const local = importer?.startsWith(join(root, "doc")) && /^vue($|\/)/.test(id);
    return local ? this.resolve(id, join(root, "doc/_site/sidebar.mjs"), { skipSelf: true }) : null;
  },
};

// onGitHub returns the address of a file that is no page of the site.
function onGitHub(file, from) {
  if (!existsSync(join(root, file))) {
    throw new Error(`doc/${from}: there is no ${file}`);
  }
  const kind = statSync(join(root, file)).isDirectory() ? "tree" : "blob";
  return file === "." ? repository : `${repository}/${kind}/main/${file}`;
}

// linkFiles makes links to files of the repository absolute. VitePress resolves those to pages.
function linkFiles(md) {
  md.core.ruler.push("files", (state) => {
    const from = state.env.relativePath.replace(/index\.md$/, "README.md");
    for (const link of state.tokens.flatMap((t) => t.children ?? []).filter((t) => t.type === "link_open")) {
      const [target, anchor] = link.attrGet("href").split("#");
      if (target === "" || /^[a-z]+:/.test(target)) continue;
      const file = posix.join("doc", posix.dirname(from), target).replace(/\/$/, "");
      if (file === "doc/adr") {
        link.attrSet("href", "adr/index.md");
      } else if (!/^doc\/.*\.md$/.test(file)) {
        link.attrSet("href", onGitHub(file, from) + (anchor ? "#" + anchor : ""));
      }
    }
  });
}

// emptyCells makes cells of headings without a text ordinary ones, which Markdown cannot write.
function emptyCells(md) {
  md.core.ruler.push("cells", ({ tokens }) => {
    for (const [i, t] of tokens.entries()) {
      if (t.type === "th_open" && tokens[i + 1].content === "") t.tag = tokens[i + 2].tag = "td";
    }
  });
}

export default defineConfig({
  title: "tenon",
  description: "REST APIs for Go, declared as values",
  lang: "en-US",
  base: process.env.SITE_BASE ?? "/tenon/",
  srcDir: "..",
  srcExclude: ["_site/**"],
  outDir: "dist",
  cacheDir: "node_modules/.vitepress",
  rewrites: { "README.md": "index.md", "adr/README.md": "adr/index.md" },
  vite: { plugins: [findVue] },
  ignoreDeadLinks: "localhostLinks",
  markdown: {
    // Anchors are those of GitHub.
    anchor: { slugify: (s) => slug(s) },
    // The themes of which comments and keywords have enough contrast (WCAG 2.2 §1.4.3).
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    languageAlias: { console: "shellsession" },
    config: (md) => { linkFiles(md); emptyCells(md); },
  },
  themeConfig: {
    sidebar: { "/": guides(join(root, "doc")), "/adr/": decisions(join(root, "doc")) },
    outline: [2, 3],
    search: { provider: "local" },
    socialLinks: [{ icon: "github", link: repository }],
    nav: [
      { text: "Tutorial", link: "/tutorial" },
      { text: "Packages", link: "https://pkg.go.dev/github.com/tenon-go/tenon" },
    ],
    editLink: { pattern: `${repository}/edit/main/doc/:path`, text: "Edit this page" },
    docFooter: { prev: "Previous", next: "Next" },
  },
});
