import { theme as antdTheme, type ThemeConfig } from 'antd'
import {
  dark,
  light,
  primaries,
  weakDark,
  weakLight,
  type ConsoleColours,
  type Primary,
  type PrimaryName,
} from './colours.ts'
import { fontFamily } from './fontFamily.ts'

interface Look {
  isDark: boolean
  isCompact: boolean
  isPhone: boolean
  hasWeakColours: boolean
  primary: PrimaryName
}

/**
 * Returns antd's theme with the console's colours (`colours.ts`).
 * White text on the theme colour, #1890ff, has a contrast of only 3.2, so filled buttons and links use its darker step (4.9).
 * In dark mode that step is too dim: links and edges use a lighter one, with dark text on fills.
 */
export function themeFor({ isDark, isCompact, isPhone, hasWeakColours, primary }: Look): ThemeConfig {
  const colours: ConsoleColours = { ...(isDark ? dark : light), ...(hasWeakColours && (isDark ? weakDark : weakLight)) }
  return {
    algorithm: [
      isDark ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
      ...(isCompact && !isPhone ? [antdTheme.compactAlgorithm] : []),
    ],
    token: {
      ...tokensOf(colours, primaries[primary], isDark),
      borderRadius: 6,
      fontFamily,
      ...(isPhone
        ? { controlHeight: 44, controlHeightSM: 44, controlHeightLG: 48 }
        : { controlHeight: isCompact ? 28 : 32 }),
    },
    components: {
      Button: {
        primaryShadow: 'none',
        defaultShadow: 'none',
        primaryColor: colours.onPrimary,
        dangerColor: colours.onCritical,
      },
      Table: { headerSplitColor: 'transparent', headerBg: colours.raised },
      Tooltip: { colorBgSpotlight: colours.tooltip },
    },
  }
}

function tokensOf(colours: ConsoleColours, primary: Primary, isDark: boolean): ThemeConfig['token'] {
  return {
    // antd would dim the dark theme's colour by a step, and use hover colours too light for white text.
    ...(isDark
      ? {
          colorPrimary: primary.glowOver,
          colorInfo: primary.glow,
          colorLink: primary.glow,
          colorLinkHover: primary.glowOver,
        }
      : {
          colorPrimary: primary.fill,
          colorPrimaryHover: primary.fillOver,
          colorInfo: primary.theme,
          colorLink: primary.fill,
          colorLinkHover: primary.fillOver,
        }),
    colorSuccess: colours.live,
    colorSuccessBg: colours.liveGround,
    colorSuccessBorder: colours.liveEdge,
    colorWarning: colours.majorSign,
    colorWarningText: colours.major,
    colorWarningBg: colours.majorGround,
    colorWarningBorder: colours.majorEdge,
    colorError: colours.critical,
    colorErrorBg: colours.criticalGround,
    colorErrorBorder: colours.criticalEdge,
    colorText: colours.words,
    colorTextSecondary: colours.wordsQuiet,
    colorTextTertiary: colours.wordsFaint,
    colorTextDescription: colours.wordsQuiet,
    colorTextPlaceholder: colours.wordsFaint,
    colorBgLayout: colours.ground,
    colorBgContainer: colours.panel,
    colorBgElevated: colours.elevated,
    colorBorder: colours.edge,
    colorBorderSecondary: colours.hairline,
  }
}
