import { expect, test } from 'vitest'
import { isSupportedNode } from './supported-node.ts'

test.each(['20.19.0', '20.20.2', '22.12.0', '23.0.0', '24.21.0'])('the kit runs on Node %s', (version) => {
  expect(isSupportedNode(version)).toBe(true)
})

test.each(['18.20.8', '20.18.3', '21.7.3', '22.11.0'])('the kit does not run on Node %s', (version) => {
  expect(isSupportedNode(version)).toBe(false)
})
