import { lazy } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router'
import { Frame } from './app/frame.tsx'
import { LiveUpdates } from './app/live-updates.tsx'
import { Notice } from './app/notice.tsx'
import { RequireSession } from './app/require-session.tsx'
import { OverviewPage } from './overview/overview-page.tsx'

const RemotePage = lazy(async () => ({ default: (await import('./rollout/remote-page.tsx')).RemotePage }))
const RolloutPage = lazy(async () => ({ default: (await import('./rollout/rollout-page.tsx')).RolloutPage }))
const ReleasePage = lazy(async () => ({ default: (await import('./release/release-page.tsx')).ReleasePage }))
const LogPage = lazy(async () => ({ default: (await import('./log/log-page.tsx')).LogPage }))
const VisitorsPage = lazy(async () => ({
  default: (await import('./visitors/visitors-page.tsx')).VisitorsPage,
}))
const AccessPage = lazy(async () => ({ default: (await import('./access/access-page.tsx')).AccessPage }))
const SitePage = lazy(async () => ({ default: (await import('./site/site-page.tsx')).SitePage }))
const SignInPage = lazy(async () => ({ default: (await import('./sign-in/sign-in-page.tsx')).SignInPage }))

/** Every page of the console. Only signing in needs no session. */
export function ConsoleRoutes() {
  const pages = (
    <RequireSession>
      <LiveUpdates>
        <Frame />
      </LiveUpdates>
    </RequireSession>
  )
  return (
    <BrowserRouter>
      <Routes>
        <Route path="/sign-in" element={<SignInPage />} />
        <Route element={pages}>
          <Route path="/" element={<OverviewPage />} />
          <Route path="/remotes/:remote" element={<RemotePage />} />
          <Route path="/remotes/:remote/releases/:release" element={<ReleasePage />} />
          <Route path="/rollouts/:id" element={<RolloutPage />} />
          <Route path="/log" element={<LogPage />} />
          <Route path="/visitors" element={<VisitorsPage />} />
          <Route path="/access" element={<AccessPage />} />
          <Route path="/site" element={<SitePage />} />
          <Route path="*" element={<Notice title="There is no such page">Choose one above.</Notice>} />
        </Route>
      </Routes>
    </BrowserRouter>
  )
}
