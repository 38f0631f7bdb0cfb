import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sharePictureSize } from '@portico/shared/release/ahead.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { root } from '../../command/run-command.ts'
import { drawSharePicture } from './share-picture.ts'

const tokens = readFileSync(join(root, 'shell', 'tokens', 'tokens.css'), 'utf8')
const ada = { name: 'Ada Example', headline: 'Builds small things that last' }

test('the picture has the size that previews are told, and tells owners apart', async () => {
  const picture = await drawSharePicture(ada, tokens)
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', ...sharePictureSize })
  expect(await drawSharePicture(ada, tokens)).toEqual(picture)
  expect(await drawSharePicture({ ...ada, name: 'Ada Sample' }, tokens)).not.toEqual(picture)
})

test.each([
  { name: 'Maximiliane-Henriette Őrsi von Hohenlohe-Langenburg und zu Sayn', headline: 'x '.repeat(400) },
  { name: '李', headline: '<&">' },
  { name: 'W'.repeat(200), headline: 'W'.repeat(200) },
])('$name has a picture, too', async (owner) => {
  expect(await sharp(await drawSharePicture(owner, tokens)).metadata()).toMatchObject(sharePictureSize)
})
