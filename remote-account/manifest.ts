import { contractVersion } from '@portico/shared/contract/contract.ts'
import type { RemoteManifest } from '@portico/shared/release/manifest.ts'

/** The account's face: its pages, who may see them and the chunks that they need at once. */
export const manifest: RemoteManifest = {
  name: 'account',
  team: 'Account team',
  contractVersion,
  pages: [
    { path: '/auth/login', access: 'auth', title: 'Login', chunks: ['login'] },
    { path: '/auth/register', access: 'auth', title: 'Register', chunks: ['register'] },
    { path: '/auth', access: 'auth', title: 'Sign in', chunks: ['sign-in'] },
    { path: '/auth/google', access: 'auth', title: 'Sign in', chunks: ['google'] },
    { path: '/profile/verify', access: 'verify', title: 'Email Verification', chunks: ['verify'] },
    { path: '/profile', access: 'private', title: 'Profile', chunks: ['profile'] },
    { path: '/profile/update', access: 'private', title: 'Update Profile', chunks: ['update'] },
    { path: '/logout', access: 'logout', title: 'Logout', chunks: ['logout'] },
  ],
}
