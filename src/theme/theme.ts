import { theme as antdTheme, type ThemeConfig } from 'antd'
import { fontFamily } from './fontFamily.ts'

interface Look {
  isDark: boolean
  isCompact: boolean
  isPhone: boolean
  hasWeakColours: boolean
}

/**
 * antd in the console's colours, which style.css states as variables for everything of our own:
 * `--ground --panel --panel-2 --hairline --edge`, `--words --words-quiet --words-faint`, `--primary --primary-over
 * --primary-ground --on-primary`, and for what has a meaning a colour for words and signs and a ground that bears them:
 * `--critical --major --minor --unverified --live`, each with `…-ground`. Use those rather than colours or antd's tokens.
 *
 * The theme's colour is #1890ff; white words on it have a contrast of 3.2, so filled buttons and links take its darker
 * step, #096dd9 (4.9). In the dark that step is too dim on the ground: links and edges take a lighter one, with dark
 * words on what is filled with it.
 */
export function themeFor({ isDark, isCompact, isPhone, hasWeakColours }: Look): ThemeConfig {
  const colours = isDark ? dark : light
  return {
    algorithm: [
      isDark ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
      ...(isCompact && !isPhone ? [antdTheme.compactAlgorithm] : []),
    ],
    token: {
      ...colours,
      ...(hasWeakColours && (isDark ? weakDark : weakLight)),
      borderRadius: 6,
      fontFamily,
      ...(isPhone ? { controlHeight: 44, controlHeightSM: 44, controlHeightLG: 48 } : { controlHeight: isCompact ? 28 : 32 }),
    },
    components: {
      Button: { primaryShadow: 'none', defaultShadow: 'none', primaryColor: isDark ? '#06182c' : '#ffffff', dangerColor: isDark ? '#2b0c04' : '#ffffff' },
      Table: { headerSplitColor: 'transparent', headerBg: isDark ? '#1a2433' : '#f8fafc' },
      Tooltip: { colorBgSpotlight: isDark ? '#33425a' : '#1b2432' },
    },
  }
}

const light: ThemeConfig['token'] = {
  colorPrimary: '#096dd9',
  // antd would take a lighter one, on which white words have a contrast of 3.5.
  colorPrimaryHover: '#0050b3',
  colorInfo: '#1890ff',
  colorLink: '#096dd9',
  colorLinkHover: '#0050b3',
  colorSuccess: '#157a3b',
  colorSuccessBg: '#e4f6ea',
  colorSuccessBorder: '#a6d9b8',
  colorWarning: '#c97a00',
  colorWarningBg: '#fff3dc',
  colorWarningBorder: '#f0cf94',
  colorWarningText: '#8a5200',
  colorError: '#c2310f',
  colorErrorBg: '#ffe9e2',
  colorErrorBorder: '#f3b9a8',
  colorText: '#1b2432',
  colorTextSecondary: '#5a6779',
  colorTextTertiary: '#66738a',
  colorTextDescription: '#5a6779',
  colorTextPlaceholder: '#66738a',
  colorBgLayout: '#f4f6f9',
  colorBorder: '#d3dae4',
  colorBorderSecondary: '#e6eaf0',
}

const dark: ThemeConfig['token'] = {
  // antd dims it by a step.
  colorPrimary: '#62b3ff',
  colorInfo: '#4aa3ff',
  colorLink: '#6cb4ff',
  colorLinkHover: '#9ccdff',
  colorSuccess: '#5ad298',
  colorSuccessBg: '#0f3524',
  colorSuccessBorder: '#2a6a4a',
  colorWarning: '#f7b84b',
  colorWarningBg: '#3f2b08',
  colorWarningBorder: '#7a5a1e',
  colorError: '#ff8a6b',
  colorErrorBg: '#45190e',
  colorErrorBorder: '#8a3d28',
  colorText: '#e7edf6',
  colorTextSecondary: '#a9b6c9',
  colorTextTertiary: '#8d9bb1',
  colorTextDescription: '#a9b6c9',
  colorTextPlaceholder: '#8d9bb1',
  colorBgLayout: '#0d131d',
  colorBgContainer: '#151d2a',
  colorBgElevated: '#1d2838',
  colorBorder: '#3a4960',
  colorBorderSecondary: '#263246',
}

const weakLight: ThemeConfig['token'] = {
  colorSuccess: '#00589c',
  colorSuccessBg: '#e0f0fb',
  colorSuccessBorder: '#9cc7e8',
  colorWarning: '#7a5600',
  colorError: '#a83f00',
  colorErrorBg: '#ffe6d3',
}
const weakDark: ThemeConfig['token'] = {
  colorSuccess: '#6cc0f5',
  colorSuccessBg: '#0c2f47',
  colorSuccessBorder: '#2b5f85',
  colorWarning: '#f0c85a',
  colorError: '#ff9a4d',
  colorErrorBg: '#4a2405',
}
