import type { Input } from '#contract/calls/endpoint.ts'
import type { endpoints } from '#contract/calls/endpoints.ts'
import type { Draft } from '../../../form/describe.ts'

/** The values of a project's form while it is filled in. */
export type ProjectDraft = Draft<Input<typeof endpoints.projects.addOrEdit>>
