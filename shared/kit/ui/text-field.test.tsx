import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TextField } from './text-field.tsx'

/** What a screen reader adds to the field's name. */
function descriptionOf(field: HTMLElement): (string | null | undefined)[] {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent)
}

test('a field is named by its label and described by its hint', () => {
  render(<TextField label="Username" name="username" autoComplete="username" hint="3 to 30 letters" />)
  const field = screen.getByLabelText('Username')
  expect(field.getAttribute('autocomplete')).toBe('username')
  expect(field.getAttribute('aria-invalid')).toBe('false')
  expect(descriptionOf(field)).toEqual(['3 to 30 letters'])
})

test('an invalid field is described by its hint and its error', () => {
  render(
    <TextField label="Username" name="username" hint="3 to 30 letters" error="This username is taken." />,
  )
  const field = screen.getByLabelText('Username')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(descriptionOf(field)).toEqual(['3 to 30 letters', 'This username is taken.'])
})

test('a field without hint and error has no description', () => {
  render(<TextField label="Email" name="email" />)
  expect(screen.getByLabelText('Email').hasAttribute('aria-describedby')).toBe(false)
})

test('two fields with the same name keep their own hints and errors', () => {
  render(
    <>
      <TextField label="One" name="email" error="First." />
      <TextField label="Two" name="email" error="Second." />
    </>,
  )
  expect(descriptionOf(screen.getByLabelText('One'))).toEqual(['First.'])
  expect(descriptionOf(screen.getByLabelText('Two'))).toEqual(['Second.'])
})

test('the toggle shows and hides the password', () => {
  render(<TextField label="New password" name="password" type="password" />)
  const field = screen.getByLabelText('New password')
  expect(field.getAttribute('type')).toBe('password')
  fireEvent.click(screen.getByRole('button', { name: 'Show new password' }))
  expect(field.getAttribute('type')).toBe('text')
  fireEvent.click(screen.getByRole('button', { name: 'Hide new password' }))
  expect(field.getAttribute('type')).toBe('password')
})

test('submitting the form hides a visible password', () => {
  render(
    <form aria-label="Log in" onSubmit={(event) => event.preventDefault()}>
      <TextField label="Password" name="password" type="password" />
    </form>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
  fireEvent.submit(screen.getByRole('form', { name: 'Log in' }))
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password')
})
