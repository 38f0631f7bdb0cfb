import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { renderRivalPage } from './rival-page.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-rival-'))
mkdirSync(join(folder, 'media'))
for (const file of ['index.js', 'index.css', 'page.js', 'media/sans.woff2', 'media/sans-basic.woff2'])
  writeFileSync(join(folder, file), file)
afterAll(() => rmSync(folder, { recursive: true }))
const build = { folder, getFiles: () => ['/index.js', '/index.css'] }

const links =
  '</r/shell/1.0.0-0a1b2c3d/media/sans-basic.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin'
const createPage = (root: string) => ({
  links,
  html: `<!doctype html><html><head>
<meta charset="utf-8">
<style data-file="/r/shell/1.0.0-0a1b2c3d/index.css">.shell-AbCd1{color:red}
@font-face{src:url(/r/shell/1.0.0-0a1b2c3d/media/sans-basic.woff2)}
@font-face{src:url(/r/shell/1.0.0-0a1b2c3d/media/sans.woff2)}</style>
<style data-file="/r/catalogue/1.0.0-0a1b2c3d/page.css">.catalogue-x-_2Z{color:red}</style>
<script defer src="/r/shell/1.0.0-0a1b2c3d/index.js"></script>
<link rel="preload" as="script" href="/r/catalogue/1.0.0-0a1b2c3d/remote.js">
</head><body>
${root}

</body></html>`,
})
const prerendered = createPage(
  '<div id="root" data-prerendered="{}"><div class="shell-AbCd1 catalogue-x-_2Z">catalogue-team</div></div>',
)

test('a rival that renders in the browser gets its own files and no content', () => {
  const { html: page } = renderRivalPage(prerendered, build, { rendering: 'client', preloads: ['/page.js'] })
  expect(page).toContain('<body>\n<div id="root"></div>')
  expect(page).not.toMatch(/<style|\/r\//)
  expect(page).toMatch(
    /<link rel="stylesheet" href="\/index\.css"[\s\S]*<script defer src="\/index\.js"[\s\S]*href="\/page\.js"/,
  )
})

test('a server-rendered rival gets the content and styles with its own class names', () => {
  const { html: page } = renderRivalPage(prerendered, build, { rendering: 'server' })
  expect(page).toContain('<div class="shell-AbCd1 shell-x-_2Z">catalogue-team</div>')
  expect(page).toContain('>.shell-AbCd1{color:red}\n')
  expect(page).toContain('>.shell-x-_2Z{color:red}</style>')
  expect(page).not.toMatch(/rel="stylesheet"|(?:src|href)="\/r\//)
})

test('a server-rendered rival gets rows that open once they are hydrated', () => {
  const row = '<summary class="x" data-entry="neon">Neon</summary><span id="try-neon"></span>'
  const page = createPage(`<div id="root" data-prerendered="{}"><details name="entry">${row}</details></div>`)
  const { html } = renderRivalPage(page, build, { rendering: 'server' })
  expect(html).toContain(
    '<div><button type="button" class="x" data-entry="neon" aria-expanded="false">Neon</button><span id="try-neon"></span></div>',
  )
  expect(html).not.toContain('details')
})

test('a rival has both fonts of the product and preloads the one that nearly every page needs', () => {
  const { html, links } = renderRivalPage(prerendered, build, { rendering: 'server' })
  expect(html.match(/[\w/.-]+\.woff2/g)).toEqual(['/media/sans-basic.woff2', '/media/sans.woff2'])
  expect(links).toBe('</media/sans-basic.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin')
})

test('what renders in the browser requests its script before the font', () => {
  const { html, links } = renderRivalPage(prerendered, build, { rendering: 'client' })
  expect(html).toMatch(/src="\/index\.js"[\s\S]*as="font".* href="\/media\/sans-basic\.woff2"/)
  expect(links).toBe(null)
})

test('a font inside the page stays there in a server-rendered rival; what renders in the browser loads the file', () => {
  const file = '/r/shell/1.0.0-0a1b2c3d/media/sans-basic.woff2'
  const url = 'data:font/woff2;base64,AA=='
  const tag = `<link rel="preload" as="font" href="${url}" crossorigin="anonymous" data-file="${file}">`
  const html = prerendered.html.replace(file, url).replace('<style', () => `${tag}\n<style`)
  const server = renderRivalPage({ html, links: null }, build, { rendering: 'server' })
  expect(server.links).toBe(null)
  expect(server.html).toContain(`href="${url}" crossorigin="anonymous" data-file="/media/sans-basic.woff2">`)
  expect(server.html).toContain(`src:url(${url})`)
  const client = renderRivalPage({ html, links: null }, build, { rendering: 'client' })
  expect(client.html).not.toContain('data:font')
  expect(client.html).toMatch(/as="font".* href="\/media\/sans-basic\.woff2"/)
})

test.each([
  createPage('<div id="root"></div>'),
  createPage('<div id="root" data-prerendered="{&#34;isLoading&#34;:true}"><div></div></div>'),
])('a page without content is no page of a server-rendered rival', (page) => {
  expect(() => renderRivalPage(page, build, { rendering: 'server' })).toThrow('is not prerendered')
})
