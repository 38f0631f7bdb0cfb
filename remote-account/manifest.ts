import type { RemoteManifest } from '@portico/shared/release/manifest.ts'
import { loginTitle } from './pages/login/titles.ts'

/** The account's pages: each one names the folder in `pages/` that renders it, and who may see it. */
export const manifest: RemoteManifest = {
  name: 'account',
  team: 'Account team',
  contractVersion: 2,
  pages: [
    {
      path: '/auth/login',
      access: 'auth',
      title: loginTitle,
      route: 'login',
      prerender: { except: ['forgot'], next: true },
    },
    {
      path: '/auth/register',
      access: 'auth',
      title: 'Register',
      route: 'register',
      prerender: { next: true },
    },
    {
      path: '/auth',
      access: 'auth',
      title: 'Log in',
      route: 'sign-in',
      prerender: { except: ['error'], next: true },
    },
    {
      path: '/auth/google',
      access: 'auth',
      title: 'Log in',
      route: 'google-sign-in',
      prerender: { except: ['error'], next: true },
    },
    {
      path: '/profile/verify',
      access: 'verify',
      title: 'Email Verification',
      route: 'verify',
      prerender: { next: true },
    },
    { path: '/profile', access: 'private', title: 'Profile', route: 'profile' },
    { path: '/profile/update', access: 'private', title: 'Update Profile', route: 'update' },
    { path: '/logout', access: 'logout', title: 'Logout', route: 'logout', prerender: true },
  ],
}
