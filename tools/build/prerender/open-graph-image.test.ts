import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openGraphImageSize } from '@portico/protocol/release/prerender.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { root } from '../../system/run-command.ts'
import { drawOpenGraphImage } from './open-graph-image.ts'

const tokens = readFileSync(join(root, 'shell/layout/styles/tokens.css'), 'utf8')
const ada = { name: 'Ada Example', headline: 'Builds small things that last' }

test('the image has the Open Graph size, and equal input gives equal bytes', async () => {
  const image = await drawOpenGraphImage(ada, tokens)
  expect(await sharp(image).metadata()).toMatchObject({ format: 'png', ...openGraphImageSize })
  expect(await drawOpenGraphImage(ada, tokens)).toEqual(image)
  expect(await drawOpenGraphImage({ ...ada, name: 'Ada Sample' }, tokens)).not.toEqual(image)
})

test.each([
  { name: 'Maximiliane-Henriette Őrsi von Hohenlohe-Langenburg und zu Sayn', headline: 'x '.repeat(400) },
  { name: '李', headline: '<&">' },
  { name: 'W'.repeat(200), headline: 'W'.repeat(200) },
])('the name $name gives an image of the same size', async (owner) => {
  expect(await sharp(await drawOpenGraphImage(owner, tokens)).metadata()).toMatchObject(openGraphImageSize)
})
