import { expect, test } from 'vitest'
import { foldText } from './fold-text.ts'

test.each([
  ['𝐁𝐨𝐥𝐝 Café', 'bold cafe'],
  ['Łódź', 'lodz'],
  ['SMØRREBRØD, Straße', 'smorrebrod, strasse'],
  ['Þórður Ægisson', 'thordur aegisson'],
  ['İstanbul ışık', 'istanbul isik'],
  ['東京 ﾄｳｷｮｳ', '東京 トウキョウ'],
])('%s is folded to %s', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})
