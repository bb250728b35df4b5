import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useGridView } from './useGridView.ts'

const { result } = renderHook(() => useGridView({ rowHeight: 40, count: 500, startTop: 4000, rowsKey: '' }))

test('draws the focused row although it is out of sight', () => {
  const inSight = result.current.indexes(-1)
  expect(inSight).toContain(100)
  expect(inSight.length).toBeLessThan(60)
  expect(result.current.indexes(100)).toEqual(inSight)
  expect(result.current.indexes(2)).toEqual([2, ...inSight])
  expect(result.current.indexes(499)).toEqual([...inSight, 499])
  expect(result.current.indexes(500)).toEqual(inSight)
})
