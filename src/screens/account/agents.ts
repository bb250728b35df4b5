/** Browser and system from a user agent string; null when unknown. */
export interface Agent {
  browser: string | null
  system: string | null
  handheld: boolean
}

/** The first match counts, as most browsers also name others for compatibility. */
const browsers: readonly [RegExp, string][] = [
  [/MicroMessenger\//, 'WeChat'],
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/(?:OPR|Opera)\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/OpenHarmony|HarmonyOS/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

export function readAgent(text: string | null): Agent {
  const nameIn = (names: typeof browsers) => names.find(([pattern]) => pattern.test(text ?? ''))?.[1] ?? null
  return { browser: nameIn(browsers), system: nameIn(systems), handheld: /Mobile|Android|iPhone|iPad/.test(text ?? '') }
}
