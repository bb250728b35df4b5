import { expect, test } from 'vitest'
import { wordsOfScreens } from './screenWords.ts'

test('words that screens alone use are theirs, with those of what they take in; what others use, or nobody is seen to use, is for all', () => {
  const sources = {
    'screens/farms/FarmsScreen.tsx': `import { place } from '../../entities/place/place.tsx'; t('farm.title'); t('farm.map'); t('form.save'); t(\`farmState.\${state}\`); t(\`role.\${role}\`)`,
    'screens/pens/pens.ts': `titleId: 'pen.title', of: 'farm.map'`,
    'entities/place/place.tsx': `const Map = lazyChunk(async () => (await import('../polygon/Polygon.tsx')).Polygon); t('place.title')`,
    'entities/polygon/Polygon.tsx': `t('polygon.close'); t('form.save')`,
    'entities/unused/unused.ts': `t('unused.title')`,
    'shell/Shell.tsx': `t('form.save'); t(\`role.\${role}\`)`,
  }
  const ids = ['farm.title', 'farm.map', 'farmState.OPEN', 'form.save', 'pen.title', 'place.title', 'polygon.close', 'role.PM', 'unseen.word', 'unused.title']
  expect(wordsOfScreens({ ids, prefixes: ['farmState.', 'role.'], sources })).toEqual({
    farms: ['farm.title', 'farm.map', 'farmState.OPEN', 'place.title', 'polygon.close'],
    pens: ['farm.map', 'pen.title'],
  })
})
