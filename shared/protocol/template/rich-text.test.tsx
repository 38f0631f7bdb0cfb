import type { Block } from '@portico/kit/content/blocks.ts'
import { type ElementMaker, renderBlocks } from '@portico/kit/content/rich-text.ts'
import { Link } from '@portico/kit/contract/router.ts'
import { hostileBlocks } from '@portico/kit/testing/hostile-content.ts'
import { hydrateInBrowser } from '@portico/kit/testing/prerender.tsx'
import { createTestRouter } from '@portico/kit/testing/test-router.tsx'
import { createElement, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { renderBlocksToHtml } from './rich-text-html.ts'

const react: ElementMaker<ReactNode> = {
  element: (tag, attributes, children) => createElement(tag, attributes, ...children),
  pageLink: (to, children) => createElement(Link, { to }, ...children),
  text: (text) => text,
}

function inBrowser(blocks: readonly Block[]): ReactNode {
  const element = createElement('div', null, ...renderBlocks(blocks, react))
  return createTestRouter(element).node
}

test.each([
  ['every kind of block, with hostile texts', hostileBlocks],
  ['nothing', []],
  ['a text next to an empty one', [{ kind: 'paragraph', children: ['', 'a', '', 'b'] }] as const],
])('hydration keeps every element of %s', async (_, blocks) => {
  const html = `<div>${renderBlocksToHtml(blocks)}</div>`
  const { container, lost, unmount } = await hydrateInBrowser(html, inBrowser(blocks))
  expect(lost).toEqual([])
  expect(container.querySelectorAll('script, style, template, b')).toHaveLength(0)
  await unmount()
})

test('a text is escaped as React escapes it', () => {
  expect(renderBlocksToHtml([{ kind: 'paragraph', children: [`<a href="x" title='y'>&`] }])).toBe(
    '<p>&lt;a href=&quot;x&quot; title=&#x27;y&#x27;&gt;&amp;</p>',
  )
})
