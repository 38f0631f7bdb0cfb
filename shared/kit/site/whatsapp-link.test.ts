import { expect, test } from 'vitest'
import { getWhatsAppLink } from './whatsapp-link.ts'

const chat = 'https://api.whatsapp.com/send?phone=12025550143'

test('the link carries the phone number as digits only', () => {
  expect(getWhatsAppLink('+12025550143')).toBe(chat)
})

test('the message is trimmed and encoded', () => {
  expect(getWhatsAppLink('+12025550143', ' Hi & bye? 👋 ')).toBe(
    `${chat}&text=Hi%20%26%20bye%3F%20%F0%9F%91%8B`,
  )
})

test('a blank message is left out', () => {
  expect(getWhatsAppLink('+12025550143', ' \n ')).toBe(chat)
})

test('half an emoji becomes a replacement character', () => {
  expect(getWhatsAppLink('+12025550143', 'Hi \ud83d')).toBe(`${chat}&text=Hi%20%EF%BF%BD`)
})
