import { layerRules } from './layers.ts'
import { placeRules } from './places.ts'
import { shapeRules } from './shapes.ts'

/** The invariants of docs/ARCHITECTURE.md that no rule of the linter's own can state. */
const house = { meta: { name: 'house' }, rules: { ...layerRules, ...placeRules, ...shapeRules } }

export default house
