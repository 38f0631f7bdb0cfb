import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getTableRow, renderCategory } from '../../testing/render-category.tsx'

/** The cell with the parameters of the row `name`. */
async function getParameterCell(path: string, name: string): Promise<HTMLElement> {
  await renderCategory(path)
  const cell = within(getTableRow(name)).getAllByRole('cell')[2]
  if (!cell) throw new Error(`${name} has no third cell`)
  return cell
}

function getListItems(cell: HTMLElement): (string | null)[] {
  return within(cell)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
}

test('each required parameter is a list item', async () => {
  const cell = await getParameterCell('/api/download', 'Git repository archive')
  expect(getListItems(cell)).toEqual(['username', 'repo', 'branch'])
})

test('a documented bound is written next to its parameter', async () => {
  const cell = await getParameterCell('/api/imageEdit', 'Brightness')
  expect(getListItems(cell)).toEqual(['img_url', 'brightness more than −200 and less than 200'])
})

test('an inclusive bound is worded differently from an exclusive one', async () => {
  const cell = await getParameterCell('/api/imageEdit', 'Saturation')
  expect(getListItems(cell)).toEqual(['img_url', 'sat from −100 to 100'])
})

test('the opacity of the colour filter is a number without a bound', async () => {
  const cell = await getParameterCell('/api/imageEdit', 'Colour filter')
  expect(getListItems(cell)).toEqual(['color', 'opacity a number', 'img_url'])
})

test('exactly one of the four colour parameters is required', async () => {
  const cell = await getParameterCell('/api/converter', 'Colour to PNG')
  expect(cell.textContent).toMatch(/^one of/)
  expect(getListItems(cell)).toEqual([
    'color such as dodgerblue',
    'hex such as #1e90ff',
    'rgb such as 30,144,255',
    'rgba such as 30,144,255,0.5',
  ])
})

test('optional parameters are listed separately', async () => {
  const cell = await getParameterCell('/api/converter', 'Website screenshot')
  const [required, optional] = within(cell).getAllByRole('list')
  expect([required?.textContent, optional?.textContent]).toEqual([
    'site',
    'fullPage true or falsewidth a whole number from 1height a whole number from 1',
  ])
  expect(within(cell).getByText('optional')).toBeTruthy()
})

test('undocumented parameters are labelled as undocumented', async () => {
  const cell = await getParameterCell('/api/information', 'Proxy list')
  expect(`${cell.dataset.label}${cell.textContent}`).toBe('Parameters undocumented')
})

test('an operation without parameters shows "none"', async () => {
  expect((await getParameterCell('/api/search', 'WhatsApp builds')).textContent).toBe('none')
})

test('a template group shows its fixed index and the range of its variants', async () => {
  const cell = await getParameterCell('/api/text_effect_i', 'Metal and gold')
  expect(getListItems(cell)).toEqual(['index fixed: 2', 'type from 1 to 92', 'text'])
})

test('the ids of ChatGPT are empty in the first message', async () => {
  const cell = await getParameterCell('/api/education', 'ChatGPT')
  expect(getListItems(cell)).toEqual([
    'text',
    'main_id empty in the first message',
    'last_id empty in the first message',
  ])
})
