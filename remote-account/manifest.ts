import {
  loginPath,
  logoutPath,
  oauthReturnPath,
  profilePath,
  profileUpdatePath,
  registerPath,
  resetView,
  usernameView,
  verifyPath,
} from '@portico/kit/account/account-pages.ts'
import type { RemoteManifest } from '@portico/kit/contract/manifest.ts'
import { loginTitle } from './pages/login/titles.ts'

/** The account's pages: each one names the folder in `pages/` that renders it, and who may see it. */
export const manifest: RemoteManifest = {
  name: 'account',
  team: 'Account team',
  contractVersion: 2,
  pages: [
    {
      path: loginPath,
      access: 'auth',
      title: loginTitle,
      route: 'login',
      isolated: true,
      prerender: { views: [resetView], next: true },
    },
    {
      path: registerPath,
      access: 'auth',
      title: 'Register',
      route: 'register',
      isolated: true,
      prerender: { next: true },
    },
    {
      path: '/auth',
      access: 'auth',
      title: 'Log in',
      route: 'sign-in',
      prerender: { next: true },
    },
    {
      path: oauthReturnPath,
      access: 'auth',
      title: 'Log in',
      route: 'google-sign-in',
      prerender: { views: [usernameView], next: true },
    },
    {
      path: verifyPath,
      access: 'verify',
      title: 'Email Verification',
      route: 'verify',
      prerender: { next: true },
    },
    {
      path: profilePath,
      access: 'private',
      title: 'Profile',
      route: 'profile',
      prerender: { profile: true },
    },
    {
      path: profileUpdatePath,
      access: 'private',
      title: 'Update Profile',
      route: 'update',
      isolated: true,
      prerender: { profile: true },
    },
    { path: logoutPath, access: 'logout', title: 'Logout', route: 'logout', prerender: true },
  ],
}
