import { expect, test } from 'vitest'
import type { FormResult } from '../../accounts/rendered-form.ts'
import { errors } from '../../http/problems/errors.ts'
import { fillHtml, testOwner } from '../../testing/fill-html.ts'

const fillForm = (html: string, form: FormResult) => fillHtml(html, testOwner, { form })

const label = (id: string) => `<label class="l" for="${id}">Label</label>`
const hint = '<p id="s-name-hint" class="h">3–30 letters.</p>'
const page = [
  `<form action="/-/x" method="post"><div>${label('s-name')}${hint}`,
  '<input required="" id="s-name" aria-invalid="false" aria-describedby="s-name-hint" name="name"/></div>',
  `<div>${label('s-email')}<input type="text" id="s-email" aria-invalid="false" name="email"/></div>`,
  `<div>${label('s-word')}<span><input type="password" id="s-word" aria-invalid="false" name="word"/></span></div>`,
  '<div id="unavailable" class="r" data-result="true"><div role="alert">Try again.</div></div></form>',
].join('\n')

/** The lines of the page after it was filled; by default with a problem for which it has a text. */
const fill = (result: Partial<FormResult>) =>
  fillForm(page, { values: {}, fields: {}, problem: 'unavailable', action: '/-/x', ...result }).split('\n')

test('what was typed is in the fields, and the first field without anything has the focus', () => {
  const [, name, email, word] = fill({ values: { name: 'ada', email: 'ada@example.com' } })
  expect(name).toContain(' name="name" value="ada"/>')
  expect(email).toContain(' name="email" value="ada@example.com"/>')
  expect(word).toContain(' name="word" autofocus=""/>')
})

test('a message is between the label and its field, which it describes and which has the focus', () => {
  const [first, name, email, word] = fill({ fields: { name: 'Taken.', word: 'Too short.' } })
  expect(first?.endsWith(`${hint}<p id="s-name-error" data-error>Taken.</p>`)).toBe(true)
  expect(name).toBe(
    '<input required="" id="s-name" aria-invalid="true" aria-describedby="s-name-hint s-name-error" name="name" autofocus=""/></div>',
  )
  expect(email).toContain(' aria-invalid="false"')
  expect(word).toBe(
    `<div>${label('s-word')}<p id="s-word-error" data-error>Too short.</p><span><input type="password" id="s-word" aria-invalid="true" name="word" aria-describedby="s-word-error"/></span></div>`,
  )
})

test('a problem without a field shows the text of the page', () => {
  expect(fill({ problem: 'unavailable' }).at(-1)).toBe(
    '<div id="unavailable"><div role="alert">Try again.</div></div></form>',
  )
})

test.each(Object.keys(errors))('a visitor is told about %s, once and where they are looking', (problem) => {
  const filled = fill({ problem, values: { name: 'ada' } }).join('\n')
  const shown = filled.replace(/<div id="unavailable" class="r".*?<\/div><\/div>/, '')
  expect(shown.match(/role="alert"/g)).toHaveLength(1)
  expect(shown).toMatch(
    /<p class="form-problem" role="alert" tabindex="-1" autofocus>[^<]+\. [A-Z][^<]+\.<\/p>/,
  )
  expect(filled.match(/autofocus/g)).toHaveLength(1)
  expect(filled).toContain('<form action="/-/x" method="post"><p class="form-problem"')
  expect(filled).toContain(' name="name" value="ada"/>')
})

test('the message is in the form that was sent, or at the beginning of a page without it', () => {
  const forms = '<form action="/-/a"></form><form method="post" action="/-/x?next=%2Fb"><b></b></form>'
  const place = (action: string) =>
    fillForm(forms, { values: {}, fields: { other: 'Wrong.' }, problem: 'invalid-request', action })
  expect(place('/-/x')).toMatch(/<form method="post" action="\/-\/x\?next=%2Fb"><p [^>]+>Some of what you/)
  expect(place('/-/y')).toMatch(/^<p [^>]+>Some of what you entered isn’t valid/)
})

test.each([
  ['"><script>alert(1)</script>', '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;'],
  ["' onfocus='alert(1)", '&#x27; onfocus=&#x27;alert(1)'],
  ['<input name="word" id="s-word"/>', '&lt;input name=&quot;word&quot; id=&quot;s-word&quot;/&gt;'],
  ['$& $1 $<label> $`', '$&amp; $1 $&lt;label&gt; $`'],
  ['&quot;&#34;', '&amp;quot;&amp;#34;'],
  ['a'.repeat(60_000), 'a'.repeat(60_000)],
])('text stays text: %#', (typed, escaped) => {
  const [first, name, email, word, ...rest] = fill({
    values: { name: typed, email: typed },
    fields: { name: typed },
  })
  expect(first?.endsWith(`<p id="s-name-error" data-error>${escaped}</p>`)).toBe(true)
  expect(name).toContain(` name="name" value="${escaped}" autofocus=""/>`)
  expect(email).toContain(` name="email" value="${escaped}"/>`)
  expect([word, ...rest]).toEqual(page.split('\n').slice(3))
})

test('a password is never filled in', () => {
  expect(fill({ values: { word: 'secret words' } }).join('')).not.toContain('secret')
})

test('only the field with the message has the focus, also among fields without an id', () => {
  const html = '<form action="/-/x"><input type="text" value="a"/><input name="code"/></form>'
  const filled = fillForm(html, {
    values: {},
    fields: { code: 'Wrong.' },
    problem: 'invalid-request',
    action: '/-/x',
  })
  expect(filled.match(/<input[^>]*autofocus/g)).toHaveLength(1)
})

test('fields that are named like a property of every object have no value', () => {
  const odd = '<input id="x" name="constructor"/><input id="y" name="__proto__"/>'
  expect(fillForm(odd, { values: {}, fields: {}, problem: 'unavailable', action: '/-/x' })).toContain(odd)
})

test('the part with an invalid field is open, and no other one', () => {
  const part = (name: string) =>
    `<details><summary>More</summary><input id="${name}" name="${name}" type="text"/></details>`
  const filled = fillForm(part('one') + part('two'), {
    values: { one: '<details> aria-invalid="true"' },
    fields: { two: 'Wrong' },
    problem: 'invalid-request',
    action: '/-/x',
  })
  expect(filled.match(/<details[^>]*>/g)).toEqual(['<details>', '<details open>'])
})
