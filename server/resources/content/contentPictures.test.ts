import { expect, test } from 'vitest'
import { cleanHtml } from '../../cleaner/cleanHtml.ts'
import { picturesIn } from './contentPictures.ts'

const id = '0a1b2c3d-1111-4222-8333-444455556666'
const picture = `<img src="/media/${id}" alt="A herd" />`

test('lists each picture of a text once, and no similar addresses', () => {
  expect(
    picturesIn(
      cleanHtml(
        `${picture}${picture}<p>src="/media/${id.replace('0a', 'ff')}"</p><video src="https://example.com/a.mp4" poster="/media/${id.replace('0a', '0b')}">`,
      ),
    ),
  ).toEqual([id, id.replace('0a', '0b')])
})
