import { expect, test } from 'vitest'
import { sampleContent } from '../testing/sample-content.ts'
import { getDestinations } from './destinations.ts'

test('the search finds every project, and the QR page of every bot', () => {
  expect(getDestinations(sampleContent)).toEqual([
    { name: 'Project one', path: '/projects/one', keywords: ['project', 'bot'] },
    { name: 'Project one: QR code', path: '/projects/one/qr', keywords: ['project', 'whatsapp'] },
    { name: 'Project two', path: '/projects/two', keywords: ['project', 'web'] },
    { name: 'Project three', path: '/projects/three', keywords: ['project', 'web', 'api'] },
  ])
})
