import { expect, test } from 'vitest'
import { wordsOfScreens } from './screenWords.ts'

test('words that the screens of one folder use alone are theirs; what others use, or nobody is seen to use, is for all', () => {
  const sources = {
    'screens/farms/FarmsScreen.tsx': `t('farm.title'); t('farm.map'); t('form.save'); t(\`farmState.\${state}\`); t(\`role.\${role}\`)`,
    'screens/pens/pens.ts': `titleId: 'pen.title', of: 'farm.map'`,
    'shell/Shell.tsx': `t('form.save'); t(\`role.\${role}\`)`,
  }
  const ids = ['farm.title', 'farm.map', 'farmState.OPEN', 'form.save', 'pen.title', 'role.PM', 'unseen.word']
  expect(wordsOfScreens({ ids, prefixes: ['farmState.', 'role.'], sources })).toEqual({ farms: ['farm.title', 'farmState.OPEN'], pens: ['pen.title'] })
})
