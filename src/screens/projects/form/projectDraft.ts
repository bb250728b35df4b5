import type { Input } from '#contract/calls/endpoint.ts'
import type { endpoints } from '#contract/calls/endpoints.ts'
import type { Draft } from '../../../form/describe.ts'

/** Values of a project's form during input. */
export type ProjectDraft = Draft<Input<typeof endpoints.projects.addOrEdit>>
