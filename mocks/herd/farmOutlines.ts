/** A farm of a scene before its fences are drawn. */
export interface FarmOutline {
  name: string
  address: string
  /** Kilometres east and north of Xilinhot. */
  east: number
  north: number
  heads: number
  pens: 3 | 4 | 5
  /** Index of the borrower that keeps its herd. */
  borrower: number
}

/** The six farms and 1,200 animals that tests, recordings and benchmarks run on. */
export const herdOutlines: readonly FarmOutline[] = [
  { name: '敖包牧场', address: '锡林浩特市宝力根苏木', east: -5.2, north: 6.4, heads: 232, pens: 4, borrower: 0 },
  { name: '白音宝力格', address: '锡林浩特市白音锡勒', east: 6.8, north: 9.7, heads: 200, pens: 4, borrower: 0 },
  { name: '南河育肥场', address: '锡林浩特市巴彦宝拉格苏木', east: 15.9, north: 2.3, heads: 308, pens: 5, borrower: 1 },
  { name: '东滩二队', address: '锡林浩特市毛登牧场', east: 11.4, north: -8.6, heads: 146, pens: 3, borrower: 1 },
  { name: '乌兰图嘎', address: '锡林浩特市朝克乌拉苏木', east: -1.7, north: -9.1, heads: 184, pens: 4, borrower: 0 },
  {
    name: '西山合作社',
    address: '锡林浩特市阿尔善宝拉格镇',
    east: -12.6,
    north: -0.8,
    heads: 130,
    pens: 3,
    borrower: 1,
  },
]

/** The eleven farms of the whole demo, where ten loans are at work. */
export const platformOutlines: readonly FarmOutline[] = [
  { name: '敖包牧场', address: '锡林浩特市宝力根苏木', east: -5.2, north: 6.4, heads: 94, pens: 4, borrower: 0 },
  { name: '白音宝力格', address: '锡林浩特市白音锡勒', east: 6.8, north: 9.7, heads: 82, pens: 4, borrower: 0 },
  { name: '南河育肥场', address: '锡林浩特市巴彦宝拉格苏木', east: 15.9, north: 2.3, heads: 103, pens: 5, borrower: 1 },
  { name: '东滩二队', address: '锡林浩特市毛登牧场', east: 11.4, north: -8.6, heads: 61, pens: 3, borrower: 1 },
  { name: '乌兰图嘎', address: '锡林浩特市朝克乌拉苏木', east: -1.7, north: -9.1, heads: 73, pens: 4, borrower: 2 },
  {
    name: '西山合作社',
    address: '锡林浩特市阿尔善宝拉格镇',
    east: -12.6,
    north: -0.8,
    heads: 48,
    pens: 3,
    borrower: 2,
  },
  { name: '查干淖尔', address: '阿巴嘎旗查干淖尔镇', east: -18.3, north: 8.9, heads: 42, pens: 3, borrower: 3 },
  { name: '达布希牧场', address: '锡林浩特市达布希勒特', east: -14.1, north: -9.6, heads: 32, pens: 3, borrower: 3 },
  { name: '灰腾梁牧场', address: '锡林浩特市灰腾梁', east: 4.9, north: -16.2, heads: 29, pens: 3, borrower: 4 },
  { name: '毛登北队', address: '锡林浩特市毛登牧场', east: 21.7, north: -5.4, heads: 20, pens: 3, borrower: 4 },
  { name: '巴彦查干', address: '锡林浩特市巴彦查干', east: 18.6, north: 11.8, heads: 16, pens: 3, borrower: 0 },
]
