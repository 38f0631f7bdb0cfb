import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DocumentLeftovers, followLeftovers } from './document-leftovers.ts'

const { documentElement: html, head, body } = document
let leftovers: DocumentLeftovers

const open = (remote: string | null, load = () => {}) => {
  leftovers.begin()
  load()
  leftovers.show(remote)
}
const append = (name: string, parent = body) => parent.appendChild(document.createElement(name))

beforeEach(() => {
  html.lang = 'en'
  body.className = 'shell'
  leftovers = followLeftovers(document)
  open('weather')
})
afterEach(() => {
  for (const element of [html, body])
    for (const { name } of [...element.attributes]) element.removeAttribute(name)
  head.replaceChildren()
  body.replaceChildren()
})

test('attributes, classes, inline styles and elements of a remote go when another one is shown', () => {
  body.classList.add('locked')
  body.style.overflow = 'hidden'
  html.dataset.weather = 'rain'
  html.lang = 'de'
  append('div').id = 'overlay'
  append('meta', head)
  open('notes')
  expect([...html.attributes].map(({ name, value }) => `${name}=${value}`)).toEqual(['lang=en'])
  expect([body.className, body.style.overflow]).toEqual(['shell', ''])
  expect([...head.children, ...body.children]).toEqual([])
})

test('the shell’s own pages are another remote', () => {
  body.style.overflow = 'hidden'
  open(null)
  expect(body.style.overflow).toBe('')
})

test('what extensions add before the first page is loaded stays', () => {
  leftovers = followLeftovers(document)
  const added = append('div')
  body.className = 'extended'
  open('weather')
  open('notes')
  expect([body.className, added.isConnected]).toEqual(['extended', true])
})

test('another page of the remote keeps what its first page has set up', () => {
  body.classList.add('wide')
  const container = append('div')
  open('weather')
  expect([body.className, container.isConnected]).toEqual(['shell wide', true])
  open('notes')
  expect([body.className, container.isConnected]).toEqual(['shell', false])
})

test('what the next remote sets up while it loads stays until it is left', () => {
  body.classList.add('locked')
  open('notes', () => {
    body.classList.add('notes')
    body.style.overflow = 'clip'
    append('div').id = 'toasts'
  })
  expect([body.className, body.style.overflow, body.children.length]).toEqual(['shell notes', 'clip', 1])
  open('weather')
  expect([body.className, body.style.overflow, body.children.length]).toEqual(['shell', '', 0])
})

test('the theme, display preferences, and what the site marks stay', () => {
  html.dataset.theme = 'dark'
  html.setAttribute('data-catalogue-density', 'compact')
  append('div').dataset.shell = ''
  append('script', head)
  append('link', head)
  open('notes')
  expect([html.dataset.theme, html.getAttribute('data-catalogue-density')]).toEqual(['dark', 'compact'])
  expect([body.children.length, head.children.length]).toEqual([1, 2])
})

test('what a remote has removed from the shell comes back', () => {
  body.classList.remove('shell')
  html.removeAttribute('lang')
  open('notes')
  expect([body.className, html.lang]).toEqual(['shell', 'en'])
})

test('a style element applies only while its remote is shown, and keeps its rules', () => {
  const style = document.createElement('style')
  head.append(style)
  open('notes')
  expect([style.isConnected, style.disabled]).toEqual([true, true])
  open('weather')
  expect(style.disabled).toBe(false)
})
