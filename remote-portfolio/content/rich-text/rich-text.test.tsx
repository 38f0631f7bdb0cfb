import { renderPage } from '@portico/kit/testing/host.tsx'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleImage } from '../../testing/sample-content.ts'
import { RichText } from './rich-text.tsx'

test('each kind of block is rendered as its HTML element', () => {
  renderPage(
    <RichText
      blocks={[
        { kind: 'heading', children: ['Heading'] },
        {
          kind: 'paragraph',
          children: ['Plain ', { kind: 'strong', children: ['strong'] }, { kind: 'break' }],
        },
        { kind: 'list', isOrdered: true, items: [[{ kind: 'paragraph', children: ['Item'] }]] },
        { kind: 'quote', blocks: [{ kind: 'paragraph', children: ['Quoted'] }] },
        { kind: 'code', text: 'code()' },
        { kind: 'image', image: sampleImage },
      ]}
    />,
  )
  expect(screen.getByRole('heading', { level: 3, name: 'Heading' })).toBeTruthy()
  expect(screen.getByText('strong').tagName).toBe('STRONG')
  expect(screen.getByRole('listitem').textContent).toBe('Item')
  expect(screen.getByRole('list').tagName).toBe('OL')
  expect(screen.getByText('Quoted').closest('blockquote')).toBeTruthy()
  expect(screen.getByText('code()').closest('pre')).toBeTruthy()
  expect(screen.getByRole('img', { name: 'A sample' })).toBeTruthy()
})

test('a path is a link within the site, a full URL leaves it', () => {
  const link = (to: string) => ({ kind: 'link', to, children: [to] }) as const
  const router = renderPage(
    <RichText blocks={[{ kind: 'paragraph', children: [link('/contact'), link('https://two.example/')] }]} />,
  )
  expect(screen.getByRole('link', { name: 'https://two.example/' }).getAttribute('href')).toBe(
    'https://two.example/',
  )
  screen.getByRole('link', { name: '/contact' }).click()
  expect(router.getLocation().pathname).toBe('/contact')
})

test('HTML in the text is shown as text', () => {
  renderPage(<RichText blocks={[{ kind: 'paragraph', children: ['<b>x</b>'] }]} />)
  expect(screen.getByText('<b>x</b>')).toBeTruthy()
})
