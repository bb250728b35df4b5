import { expect, test } from 'vitest'
import { wordsOfScreens } from './screenWords.ts'

test('words that the screens of a few folders use alone are theirs; what others use, or nobody is seen to use, is for all', () => {
  const sources = {
    'screens/farms/FarmsScreen.tsx': `t('farm.title'); t('farm.map'); t('form.save'); t(\`farmState.\${state}\`); t(\`role.\${role}\`)`,
    'screens/pens/pens.ts': `titleId: 'pen.title', of: 'farm.map'; 'farm.name'`,
    ...Object.fromEntries(['a', 'b', 'c'].map((folder) => [`screens/${folder}/A.tsx`, `'farm.name'`])),
    'shell/Shell.tsx': `t('form.save'); t(\`role.\${role}\`)`,
  }
  const ids = ['farm.title', 'farm.map', 'farm.name', 'farmState.OPEN', 'form.save', 'pen.title', 'role.PM', 'unseen.word']
  // A folder of few words has no file of its own, so that what it shares stays for all.
  expect(wordsOfScreens({ ids, prefixes: ['farmState.', 'role.'], sources, fewest: 3 })).toEqual({ farms: ['farm.title', 'farmState.OPEN'] })
  expect(wordsOfScreens({ ids, prefixes: ['farmState.', 'role.'], sources })).toEqual({ farms: ['farm.title', 'farm.map', 'farmState.OPEN'], pens: ['farm.map', 'pen.title'] })
})

test('what an entity says belongs to the screens that import it, directly or by another; what the shell imports is for all', () => {
  const sources = {
    'entities/cameras/Tile.tsx': `t('camera.stop')`,
    'entities/cameras/Cameras.tsx': `import { Tile } from './Tile.tsx'; t('camera.none')`,
    'entities/labels.tsx': `t('label.print')`,
    'screens/farms/FarmsScreen.tsx': `const load = () => import('../../entities/cameras/Cameras.tsx')`,
    'screens/pens/pens.ts': `import { Tile } from '../../entities/cameras/Tile.tsx'; import { label } from '../../entities/labels.tsx'`,
    'shell/Shell.tsx': `import { label } from '../entities/labels.tsx'`,
  }
  expect(wordsOfScreens({ ids: ['camera.stop', 'camera.none', 'label.print'], prefixes: [], sources })).toEqual({ farms: ['camera.stop', 'camera.none'], pens: ['camera.stop'] })
})
