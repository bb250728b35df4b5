import { type RuleKind, ruleKinds } from '#contract/alerts/alertKinds.ts'
import type { AlertKind } from './kind.ts'
import * as table from './kindTable.ts'

/** The implementation of each kind in the contract; a kind without one does not compile. */
export const kinds: { readonly [K in RuleKind]: AlertKind<K> } = { ...table }

/** Kinds whose alerts explain silences. */
export const explainingKinds: readonly RuleKind[] = ruleKinds.filter((name) => kinds[name].explainsSilence === true)
/** Explaining kinds about a whole farm, and about a gateway. */
export const farmOutageKinds: readonly RuleKind[] = explainingKinds.filter((name) => kinds[name].about === 'FARM')
export const gatewayOutageKinds: readonly RuleKind[] = explainingKinds.filter((name) => kinds[name].about === 'GATEWAY')
/** Kinds about silence and kinds that explain it: each affects what the other raises. */
export const silenceKinds: readonly RuleKind[] = ruleKinds.filter(
  (name) => kinds[name].isSilence === true || kinds[name].explainsSilence === true,
)
