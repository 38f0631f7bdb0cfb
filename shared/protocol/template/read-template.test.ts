import { expect, test } from 'vitest'
import { readMetadata } from './metadata-template.ts'
import { readTemplate } from './read-template.ts'

const read = (...nodes: readonly unknown[]) => readTemplate(JSON.stringify({ format: 1, nodes }))
const value = (name: string) => ({ value: name })
const a = (href: unknown) => ['a', { href }, []]

test.each([
  [{ if: 'location', nodes: [value('location')] }],
  [{ each: 'skills', nodes: [['li', { title: [value('skills.*')] }, []]] }],
  [a([value('social.github')])],
  [a(['mailto:', value('email')])],
  [a(['/projects?tag=', { value: 'name', isUrlPart: true }])],
  [['svg', { viewBox: '0 0 1 1', 'xlink:href': '#a' }, [['linearGradient', {}, []]]]],
  [['script', { type: 'application/ld+json' }, ['{"a":1}']]],
])('%j can be rendered', (node) => {
  expect(read(node).nodes).toEqual([node])
})

test.each([
  [value('shoeSize'), /derives something from a value of the owner \(“shoeSize”\)/],
  [value('name|reversed'), /derives something/],
  [{ if: 'shoeSize', nodes: [] }, /No value of the owner is named shoeSize/],
  [{ each: 'name', nodes: [] }, /No value of the owner is named name/],
  [value('location'), /shows location without whenOwner/],
  [{ if: 'location', nodes: [], else: [value('location')] }, /without whenOwner/],
  [value('columns.*.title'), /without eachOwner/],
  [{ each: 'columns.*.links', nodes: [] }, /without eachOwner/],
  [{ richText: 'name' }, /derives something/],
  [a([value('headline')]), /uses headline as an address/],
  [a(['java', value('headline')]), /uses headline as an address/],
  [a([' ', value('headline')]), /uses headline as an address/],
  [a(['javascript:', value('headline')]), /uses headline as an address/],
  [a([{ nextName: true }]), /uses a value as an address/],
  [['img', { src: [value('phone')] }, []], /uses phone as an address/],
  [['use', { 'xlink:href': [value('phone')] }, []], /uses phone as an address/],
  [['p', { style: ['color:', value('name')] }, []], /uses name in a script or a style/],
  [['style', {}, ['p{}', value('name')]], /uses a value in a script or a style/],
  [['script', {}, [value('name')]], /uses a value in a script or a style/],
  [['STYLE', {}, [value('name')]], /uses a value in a script or a style/],
  [['style', {}, ['</sty', 'le><script>']], /no “<” before a letter/],
  [['svg', {}, [['style', {}, ['<img src="" onerror="">']]]], /no “<” before a letter/],
  [['p', { onclick: 'a()' }, []], /expected the name of an attribute that contains no code/],
  [['iframe', { srcdoc: '' }, []], /attribute that contains no code/],
  [['p', { 'a b': '' }, []], /attribute/],
  [['p', { 'a"': '' }, []], /attribute/],
  [['p><script', {}, []], /expected the name of an element/],
  [['base', { href: '/' }, []], /a page can’t have this element/],
  [['plaintext', {}, []], /a page can’t have this element/],
  [['br', {}, ['a']], /expected no children/],
  [['p', {}], /expected its nodes/],
  [['p'], /expected attributes/],
  [[], /the name of an element/],
  [{ comment: '--><script>' }, /expected a comment of React’s/],
  [{ html: '<b>' }, /expected value, .* or a text/],
  [null, /or a text/],
  [7, /or a text/],
  [{ profile: 'password' }, /profile: /],
  [{ value: 'name', extra: 1 }, /extra: /],
  [value('a'.repeat(201)), /value: /],
])('%j is refused', (node, message) => {
  expect(() => read(['main', {}, [node]])).toThrow(message)
})

test('the message says where', () => {
  expect(() => read(['main', {}, [['p', {}, [a([value('headline')])]]]])).toThrow(
    'The page uses headline as an address, which it may not be. Place: page > main > p > a[href]',
  )
})

test.each([
  ['<h1>Home</h1>', /JSON/],
  ['{"format":2,"nodes":[]}', /format: /],
  ['{"format":1}', /nodes/],
  [JSON.stringify({ format: 1, nodes: ['a'.repeat(4_000_000)] }), /at most 4000000 characters/],
  [`{"format":1,"nodes":[${'"",'.repeat(50_000)}""]}`, /at most 50000 nodes/],
  [`{"format":1,"nodes":[${'["p",{},['.repeat(101)}${']]'.repeat(101)}]}`, /at most 100 levels/],
  [`{"format":1,"nodes":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`, /name of an element/],
])('a file that is no template is refused: %#', (text, message) => {
  expect(() => readTemplate(text)).toThrow(message)
})

const metadata = (head: unknown) => JSON.stringify([{ path: '/a', head }])

test('metadata has texts, and values of the owner in them', () => {
  const text = { '@text': ['By ', { value: 'name' }] }
  const head = {
    address: '/a',
    title: text,
    jsonLd: [{ '@type': 'Person', knowsAbout: [{ '@text': [{ value: 'skills.*' }] }] }],
  }
  expect(readMetadata(metadata(head))).toEqual([{ path: '/a', head }])
})

test.each([
  [{ address: '/a', title: { '@text': [{ value: 'shoeSize' }] } }, /derives something/],
  [{ address: '/a', title: { '@text': 'name' } }, /@text/],
  [{ address: '/a', title: '\uE000name\uE001' }, /expected a text without marks/],
  [{ address: 'a' }, /0\.head\.address: expected an address/],
  [
    { address: '/a', jsonLd: [{ '@type': 'A', b: JSON.parse(`${'['.repeat(30)}${']'.repeat(30)}`) }] },
    /at most 20 levels/,
  ],
])('metadata that can’t be filled in is refused: %j', (head, message) => {
  expect(() => readMetadata(metadata(head))).toThrow(message)
})
