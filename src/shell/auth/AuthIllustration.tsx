import { wall } from '../../theme/colours.ts'

/** Illustration of pens, heads, gateways and hills. It is computed without randomness, so that every visit shows the same. */

type Point = [x: number, y: number]

const pens: { points: string; centre: Point; gateway: Point; heads: number }[] = [
  { points: '236,300 470,284 486,470 246,488', centre: [360, 385], gateway: [236, 300], heads: 34 },
  { points: '520,280 770,270 784,452 534,466', centre: [650, 368], gateway: [770, 270], heads: 40 },
  { points: '254,530 490,512 502,700 282,706', centre: [382, 610], gateway: [282, 706], heads: 30 },
  { points: '540,508 788,494 800,690 552,700', centre: [668, 598], gateway: [800, 690], heads: 38 },
]

/** Returns heads in a sunflower pattern, an even distribution without overlaps. */
function headsOf(pen: (typeof pens)[number], seed: number): Point[] {
  return Array.from({ length: pen.heads }, (_, index) => {
    const angle = (index + seed) * 2.39996
    const reach = Math.sqrt((index + 0.6) / pen.heads)
    const wobble = Math.sin((index + 1) * (seed + 3) * 12.9898)
    return [
      pen.centre[0] + Math.cos(angle) * reach * 88 + wobble * 12,
      pen.centre[1] + Math.sin(angle) * reach * 66 + wobble * 9,
    ]
  })
}

const hills = Array.from({ length: 15 }, (_, index) => {
  const y = 40 + index * 66
  const lift = 26 * Math.sin(index * 1.7)
  return `M-40 ${y} C 180 ${y - 40 - lift}, 360 ${y + 46 + lift}, 560 ${y - 8} S 880 ${y - 54 + lift}, 1060 ${y + 20}`
})

export function AuthIllustration() {
  return (
    <svg className="auth-pasture" viewBox="0 0 1000 1000" preserveAspectRatio="xMidYMid slice">
      {hills.map((path) => (
        <path key={path} d={path} fill="none" stroke={wall.raised} strokeWidth="1.4" />
      ))}
      <path
        d="M-40 800 C 200 760, 420 860, 640 800 S 900 740, 1060 780"
        fill="none"
        stroke={wall.stream}
        strokeWidth="12"
      />
      <path
        d="M170 236 L806 196 L880 520 L842 770 L212 770 L130 520 Z"
        fill="none"
        stroke={wall.edge}
        strokeDasharray="9 9"
        strokeWidth="1.4"
      />
      {pens.map((pen, number) => (
        <g key={pen.points}>
          <polygon points={pen.points} fill={wall.normal} fillOpacity="0.09" stroke={wall.normal} strokeWidth="1.6" />
          {headsOf(pen, number * 7).map(([x, y], index) => (
            <circle key={index} cx={x} cy={y} r="4.4" fill={wall.words} opacity={index % 7 === 3 ? 0.4 : 0.92} />
          ))}
          <rect
            x={pen.gateway[0] - 6}
            y={pen.gateway[1] - 6}
            width="12"
            height="12"
            fill={wall.ground}
            stroke={wall.wordsQuiet}
            strokeWidth="2"
          />
        </g>
      ))}
    </svg>
  )
}
