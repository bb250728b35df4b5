/**
 * Types of react-intl with one signature of `formatMessage` per kind of result. The package has eight generic ones, which the compiler tried one after
 * another for each of 1,800 calls: more than half its time. tsconfig.json maps the package to this file, which only the compiler reads.
 */
import type { Provider, ReactNode } from 'react'
import type { IntlConfig, IntlShape as PackageShape, PrimitiveType } from 'react-intl/index.js'
import type { MessageId } from './languages.ts'

export * from 'react-intl/index.js'

interface Descriptor {
  id: MessageId
}
type Texts = Record<string, PrimitiveType | ((parts: string[]) => string)>
type Nodes = Record<string, ReactNode | PrimitiveType | ((parts: ReactNode[]) => ReactNode)>

export interface IntlShape extends Omit<PackageShape, 'formatMessage' | '$t'> {
  formatMessage(this: void, descriptor: Descriptor, values?: Texts): string
  formatMessage(this: void, descriptor: Descriptor, values?: Nodes): ReactNode
}
export function useIntl(): IntlShape
export function createIntl(config: IntlConfig): IntlShape
export const RawIntlProvider: Provider<IntlShape>
