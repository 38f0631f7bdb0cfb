import type { CutPackage } from './cut.ts'

const router = 'dist/production/lib/router/router.js'
const provider = 'dist/production/lib/components.js'
const hooks = 'dist/production/lib/hooks.js'
const dom = 'dist/production/lib/dom/lib.js'

/** What the shell never asks of React Router. Its hooks are refused by biome.json, its routes by `SiteRoute`. */
export const routerCuts: CutPackage = {
  version: '8.5.1',
  cuts: [
    {
      never: 'nothing observes the router.',
      file: router,
      texts: [
        ['if (init.instrumentations) ', 'if (false) '],
        ['consumeInstrumentationClientResultMetaReceiver(router)', 'void 0'],
        ['if (opts?.instrumentationNavigateMetaReceiver) {', 'if (false) {'],
      ],
    },
    {
      never: 'all routes are known at the start.',
      file: router,
      texts: [
        ['if (init.patchRoutesOnNavigation) {', 'if (false) {'],
        ['if (isFogOfWar) {', 'if (false) {'],
        ['future.unstable_customRouteDiscovery', 'false'],
        ['if (pendingDiscoveryCancellation) ', 'if (false) '],
        ['future.unstable_routePatternMatching', 'false'],
        ['\t\tpatchRoutes,\n', ''],
        ['\t\t_internalSetRoutes,\n', ''],
      ],
    },
    {
      never: 'no form is sent to a route.',
      file: router,
      texts: [
        ['!isSubmissionNavigation(opts)', 'true'],
        ['isMutationMethod(opts.submission.formMethod)', 'false'],
        ['isMutationMethod(submission.formMethod)', 'false'],
        ['isMutationMethod(activeSubmission.formMethod)', 'false'],
        ['isMutationMethod(state.navigation.formMethod)', 'false'],
        ['isMutationMethod(request.method)', 'false'],
        ['getSubmissionFromNavigation(loadingNavigation)', 'void 0'],
        ['getSubmissionFromNavigation(state.navigation)', 'void 0'],
      ],
    },
    {
      never: 'no loader is called without a navigation, so there are no fetchers.',
      file: router,
      texts: [
        ['\t\tfetch,\n', ''],
        ['\t\tgetFetcher,\n', ''],
        ['\t\tresetFetcher,\n', ''],
        ['\t\tdeleteFetcher: queueFetcherForDeletion,\n', ''],
        ['\t\t_internalFetchControllers: fetchControllers,\n', ''],
        ['\tfetchLoadMatches.forEach(', '\tif (false) fetchLoadMatches.forEach('],
        ['\n\t\trevalidatingFetchers.forEach(', '\n\t\tif (false) revalidatingFetchers.forEach('],
        ['\n\trevalidatingFetchers.filter(', '\n\tif (false) revalidatingFetchers.filter('],
        ['if (revalidatingFetchers.length > 0) updates.fetchers', 'if (false) updates.fetchers'],
        [
          'if (pendingNavigationController) pendingNavigationController.signal.',
          'if (false) pendingNavigationController.signal.',
        ],
        ['= Promise.all(fetchersToLoad.map(', '= false && Promise.all(fetchersToLoad.map('],
        ['(await fetcherResultsPromise).reduce((acc, r) => Object.assign(acc, r), {})', '{}'],
        ['redirect = findRedirect(fetcherResults);\n\t\tif (redirect) {', 'if (false) {'],
        ['\t\tfor (let key of ', '\t\tif (false) for (let key of '],
        ['for (let [key, id] of fetchReloadIds) ', 'if (false) for (let [key, id] of fetchReloadIds) '],
        ['\t\tstate.fetchers.forEach(', '\t\tif (false) state.fetchers.forEach('],
        ['\t\tfetchersQueuedForDeletion.forEach(', '\t\tif (false) fetchersQueuedForDeletion.forEach('],
        ['\t\tunmountedFetchers.forEach(', '\t\tif (false) unmountedFetchers.forEach('],
        ['\t\tmountedFetchers.forEach(', '\t\tif (false) mountedFetchers.forEach('],
      ],
    },
    {
      never: 'no loader is called without a navigation, so there are no fetchers.',
      file: provider,
      texts: [
        ['\t\tnewState.fetchers.forEach(', '\t\tif (false) newState.fetchers.forEach('],
        ['\t\tdeletedFetchers.forEach(', '\t\tif (false) deletedFetchers.forEach('],
      ],
    },
    {
      never: 'nothing holds a navigation back.',
      file: router,
      texts: [
        [
          '\t\t\twarning(blockerFunctions.size === 0 ',
          '\t\t\tif (false) warning(blockerFunctions.size === 0 ',
        ],
        ['= shouldBlockNavigation({', '= false && shouldBlockNavigation({'],
        ['if (blockerKey && delta != null) {', 'if (false) {'],
        ['if (blockerKey) {', 'if (false) {'],
        ['if (blockers.size > 0 && !isUninterruptedRevalidation) {', 'if (false) {'],
        ['\t\tstate.blockers.forEach(', '\t\tif (false) state.blockers.forEach('],
        ['\t\tgetBlocker,\n', ''],
        ['\t\tdeleteBlocker,\n', ''],
      ],
    },
    {
      never: 'no route has middleware.',
      file: router,
      texts: [
        ['init.dataStrategy || defaultDataStrategyWithMiddleware', 'defaultDataStrategy'],
        ['\t\tfetcherKey,\n\t\trunClientMiddleware\n', '\t\tfetcherKey\n'],
      ],
    },
    {
      never: 'no route is lazy: loaders ask for the code of pages.',
      file: router,
      texts: [
        ['if (!route.lazy) return {', 'return {'],
        ['if (!routeToUpdate.lazy || typeof routeToUpdate.lazy !== "object") return;', 'return;'],
        ['if (lazyHandlerPromise || lazyRoutePromise) if (handler) {', 'if (false) if (handler) {'],
      ],
    },
    {
      never: 'pages come in by React, not by transitions of the router.',
      file: router,
      texts: [
        [
          'if (pendingAction === "POP" && !isUninterruptedRevalidation && location !== state.location) {',
          'if (false) {',
        ],
        ['} else if (pendingViewTransitionEnabled) {', '} else if (false) {'],
        [
          'if (isBrowser) {\n\t\t\trestoreAppliedTransitions',
          'if (false) {\n\t\t\trestoreAppliedTransitions',
        ],
      ],
    },
    {
      never: 'pages come in by React, not by transitions of the router.',
      file: provider,
      texts: [
        ['if (!viewTransitionOpts || !isViewTransitionAvailable) {', 'if (true) {'],
        ['\t\twarnOnce(viewTransitionOpts == null ', '\t\tif (false) warnOnce(viewTransitionOpts == null '],
        ['if (vtContext.isTransitioning && !vtContext.flushSync) ', 'if (false) '],
        ['if (renderDfd && pendingState && router.window) {', 'if (false) {'],
        [
          'if (renderDfd && pendingState && state.location.key === pendingState.location.key) ',
          'if (false) ',
        ],
        ['if (!vtContext.isTransitioning && interruption) {', 'if (false) {'],
      ],
    },
    {
      never: 'the provider is that of react-router/dom, which brings flushSync.',
      file: provider,
      texts: [['\t\twarnOnce(flushSync === false ', '\t\tif (false) warnOnce(flushSync === false ']],
    },
    {
      never: 'no component of a server is drawn.',
      file: hooks,
      texts: [
        ['if (this.context && typeof error === "object"', 'if (false && typeof error === "object"'],
        ['if (this.context) return ', 'if (false) return '],
      ],
    },
    {
      never: 'the router always has data.',
      file: hooks,
      texts: [
        [
          'return React$1.useContext(IsDataRouteContext) ? useNavigateStable() : useNavigateUnstable();',
          'return useNavigateStable();',
        ],
      ],
    },
    {
      never: "the router's own server has not rendered the page.",
      file: dom,
      texts: [['opts?.hydrationData || parseHydrationData()', 'opts?.hydrationData']],
    },
  ],
}
