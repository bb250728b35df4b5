import { dark, light, night, paper, primaries, wall, weakDark, weakLight } from './colours.ts'

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Returns a CSS rule with a scope's colours as variables: `wordsQuiet` becomes `--words-quiet`. */
function rule(scope: string, colours: Readonly<Record<string, string>>): string {
  const lines = Object.entries(colours).map(([name, value]) => `  --${kebab(name)}: ${value};\n`)
  return `${scope} {\n${lines.join('')}}\n`
}

/** Shades of the theme colour in a scope: the fill in light mode, the glow in dark mode. */
const bright = {
  primary: 'var(--fill)',
  primaryOver: 'var(--fill-over)',
  primaryGround: 'var(--tint)',
  current: 'var(--tint)',
  onCurrent: 'var(--fill)',
}
const dim = {
  primary: 'var(--glow)',
  primaryOver: 'var(--glow-over)',
  primaryGround: 'var(--glow-tint)',
  current: 'var(--glow-tint)',
  onCurrent: 'var(--glow)',
}

/** Returns the style sheet of all colours as CSS variables per scope. */
export function colourSheet(): string {
  return [
    ...Object.entries(primaries).map(([name, primary]) =>
      rule(name === 'blue' ? ':root' : `:root[data-primary='${name}']`, { ...primary }),
    ),
    rule(':root', {
      ...light,
      ...bright,
      paper: paper.ground,
      onGlow: dark.onPrimary,
      alarm: wall.critical,
      onAlarm: wall.onCritical,
    }),
    rule("[data-theme='dark']", { ...dark, ...dim }),
    rule(':root[data-weak]', weakLight),
    rule(":root[data-weak][data-theme='dark']", weakDark),
    rule('.night', { ...night, ...dim, current: 'var(--fill)', onCurrent: light.panel }),
    rule('.wall-colours', { ...wall, primary: primaries.blue.fill, onPrimary: light.onPrimary }),
  ].join('\n')
}
