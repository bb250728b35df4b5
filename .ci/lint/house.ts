import { layerRules } from './layers.ts'
import { placeRules } from './places.ts'
import { shapeRules } from './shapes.ts'

/** The invariants of docs/architecture/invariants.md that none of the linter's built-in rules can check. */
const house = { meta: { name: 'house' }, rules: { ...layerRules, ...placeRules, ...shapeRules } }

export default house
