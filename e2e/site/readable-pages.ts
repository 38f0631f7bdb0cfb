import type { VisitorState } from './accounts.ts'
import { readOwner } from './owner.ts'

const owner = readOwner()

/** A page that is complete without its script. */
interface ReadablePage {
  readonly address: string
  /** An address that the server redirects there. */
  readonly from?: string
  readonly title: string
  readonly heading: string
  readonly text: string
  readonly state?: VisitorState
  /** Of forms that the browser itself sends. */
  readonly buttons?: readonly string[]
  /** Whether the server searches and filters its rows. */
  readonly hasSearch?: boolean
}

/** Pages for visitors in each state. */
export const readablePages: readonly ReadablePage[] = [
  { address: '/auth/login', title: 'Login', heading: 'Log in', text: 'Password', buttons: ['Log in'] },
  {
    address: '/auth/login?next=%2Fapi%2Fdownload',
    from: '/api/download',
    title: 'Login',
    heading: 'Log in',
    text: 'Log in to open the API catalogue. Accounts are free. Create one',
    buttons: ['Log in'],
  },
  {
    address: '/profile/verify?next=%2Fabout',
    from: '/about',
    title: 'Email Verification',
    heading: 'Verify your email',
    text: 'Verify your email to open About Us.',
    state: 'unverified',
    buttons: ['Verify', 'Send a new code'],
  },
  {
    address: '/auth/register',
    title: 'Register',
    heading: 'Create an account',
    text: 'Password',
    buttons: ['Create account'],
  },
  {
    address: '/auth/login?forgot',
    title: 'Reset Password',
    heading: 'Reset your password',
    text: 'Enter your email',
    buttons: ['Send a link'],
  },
  { address: '/auth', title: 'Log in', heading: 'Log in', text: 'Log in with email' },
  {
    address: '/profile/verify',
    from: '/',
    title: 'Email Verification',
    heading: 'Verify your email',
    text: 'the link',
    state: 'unverified',
    buttons: ['Verify', 'Send a new code'],
  },
  {
    address: '/about',
    from: '/auth/login?next=%2Fabout',
    title: 'About Us',
    heading: `I’m ${owner.name}`,
    text: owner.headline,
    state: 'signed in',
  },
  {
    address: '/profile',
    from: '/auth/login?next=%2Fprofile',
    title: 'Profile',
    heading: 'Profile',
    text: '@example.com',
    state: 'signed in',
  },
  {
    address: '/profile/update',
    title: 'Update Profile',
    heading: 'Update profile',
    text: 'Shown on your profile.',
    state: 'signed in',
    buttons: ['Save', 'Change password'],
  },
  { address: '/cv', title: 'CV', heading: owner.name, text: owner.headline, state: 'signed in' },
  {
    address: '/logout',
    title: 'Logout',
    heading: 'Log out',
    text: 'You’re logged in.',
    state: 'signed in',
    buttons: ['Log out'],
  },
  {
    address: '/contact',
    title: 'Contact Us',
    heading: 'Say hello',
    text: owner.email,
    state: 'signed in',
    buttons: ['Send on WhatsApp'],
  },
  {
    address: '/projects',
    title: 'Projects',
    heading: 'Things I’ve made',
    text: 'Bot QR',
    state: 'signed in',
  },
  { address: '/projects/bot-qr', title: 'Bot QR', heading: 'Bot QR', text: 'Context', state: 'signed in' },
  {
    address: '/projects/bot-qr/qr',
    title: 'Wa Bot Qr Gen',
    heading: 'QR code for Bot QR',
    text: 'send?phone=12025550143&text=Hello!%20What%20can%20you%20do%3F',
    state: 'signed in',
  },
  {
    address: '/api',
    title: 'Api',
    heading: 'Small endpoints',
    text: 'Text Effect 1',
    state: 'signed in',
    buttons: ['Search'],
    hasSearch: true,
  },
  {
    address: '/api/download',
    title: 'Download',
    heading: 'Download',
    text: 'Superhero card',
    state: 'signed in',
    buttons: ['Category: Download (22)', 'Search'],
    hasSearch: true,
  },
  {
    address: '/api/attp_i',
    title: 'Attp Effect 1',
    heading: 'Attp Effect 1',
    text: 'Rainbow blink',
    state: 'signed in',
    buttons: ['Category: Attp Effect 1 (1)'],
  },
]
