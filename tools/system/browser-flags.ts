// Features of a desktop browser that no page can observe. Of these, the address bar's popups cost the most: every new window
// renders two of them, which doubles the CPU time of a test.
const unusedFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
  'PreloadTopChromeWebUILessNavigations',
]
// Chromium reads only the last list, so this repeats the features that Playwright disables.
const disabledByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

// A page that a check answers itself has no address. Chromium takes it for a public one, which may not fetch from an API on this machine.
const addressChecks = 'LocalNetworkAccessChecks'

/** How Playwright starts a headless Chromium that opens pages and does nothing else. */
export const browserFlags: readonly string[] = [
  '--no-sandbox', // not available in containers
  '--disable-gpu',
  '--disable-background-networking',
  `--disable-features=${[...disabledByPlaywright, ...unusedFeatures, addressChecks].join(',')}`,
]
