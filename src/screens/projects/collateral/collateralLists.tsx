import { endpoints } from '#contract/calls/endpoints.ts'
import type { Role } from '#contract/people/roles.ts'
import type { CollateralLine } from '#contract/projects/collateral.ts'
import type { Pledge } from '#contract/projects/pledges.ts'
import { Suspense } from 'react'
import { FormattedNumber, useIntl } from 'react-intl'
import { mayCall } from '../../../api/mayCall.ts'
import { categoryReference, unitReference } from '../../../entities/lookups/lookupReferences.ts'
import { type Action, describeList, type Tone } from '../../../list/describe.ts'
import { formDialog } from '../../../list/withForm.tsx'
import { lazyChunk } from '../../../navigation/lazyChunk.ts'
import { approvalsPath } from '../../../navigation/paths.ts'
import { ScreenLink } from '../../../navigation/ScreenLink.tsx'
import type { Moment } from '../past/moments.ts'
import { NewLine } from './NewLine.tsx'

const forms = () => import('./lineForms.ts')
const releases = () => import('./releaseForms.ts')
const SubstitutionDialog = lazyChunk(async () => (await import('./SubstitutionDialog.tsx')).SubstitutionDialog)

interface Options {
  id: number
  status: string
  role: Role | null
  /** Past instant; null: now. The past cannot be changed. */
  moment: Moment | null
}

const lineTones: Record<CollateralLine['status'], Tone> = {
  DRAFT: 'neutral',
  PENDING: 'minor',
  ACTIVE: 'live',
  ENDED: 'neutral',
}
const pledgeTones: Record<Pledge['state'], Tone> = { CLAIMED: 'minor', PLEDGED: 'live', ENDED: 'neutral' }
const yesOrNo = (is: string) => (is === 'true' ? 'list.yes' : 'list.no')

const priceOf = ({ unitPrice, pricedOn, priceSource, haircut }: CollateralLine) => ({
  unitPrice,
  pricedOn,
  priceSource,
  haircut: String(Number(haircut)),
})
const isIdle = ({ status, ticketId }: CollateralLine) => status === 'ACTIVE' && ticketId === null

/** Returns the project manager's actions on a line: direct on a draft, otherwise requests to the bank. */
function lineActions(id: number, isDraft: boolean): Action<CollateralLine>[] {
  const ofLine = (line: CollateralLine | undefined) => ({
    id,
    collateralId: line?.id ?? 0,
    categoryId: line?.categoryId ?? 0,
  })
  const remove = {
    key: 'remove',
    titleId: 'collateral.change.REMOVE',
    danger: true,
    isSingle: true,
    confirmId: 'collateral.removeText',
  } as const
  if (isDraft) {
    const terms = ({ unitId, quantity, remark, version, ...line }: CollateralLine) => ({
      ...priceOf({ unitId, quantity, remark, version, ...line }),
      unitId,
      quantity: String(Number(quantity)),
      remark,
      version,
    })
    return [
      {
        key: 'edit',
        titleId: 'collateral.edit',
        isSingle: true,
        Dialog: formDialog(
          async () => (await forms()).editLineForm,
          ([line]) => ({ ...ofLine(line), ...(line && terms(line)) }),
        ),
      },
      {
        ...remove,
        doneId: 'collateral.removed',
        run: (line, ask) => ask(endpoints.collateral.remove, { id, collateralId: line.id }),
      },
    ]
  }
  return [
    {
      key: 'animals',
      titleId: 'collateral.change.ADD_ANIMALS',
      isSingle: true,
      appliesTo: isIdle,
      Dialog: formDialog(
        async () => (await forms()).addAnimalsForm,
        ([line]) => ofLine(line),
      ),
    },
    {
      key: 'reprice',
      titleId: 'collateral.change.REPRICE',
      isSingle: true,
      appliesTo: isIdle,
      Dialog: formDialog(
        async () => (await forms()).repriceForm(false),
        ([line]) => ({ id, collateralId: line?.id ?? 0, ...(line && priceOf(line)) }),
      ),
    },
    {
      ...remove,
      appliesTo: isIdle,
      confirmId: 'collateral.removeAskText',
      reasonId: 'ticket.reason',
      doneId: 'collateral.askedRemoval',
      run: (line, ask, reason) => ask(endpoints.collateral.remove, { id, collateralId: line.id, reason }),
    },
  ]
}

export const lineList = ({ id, status, role, moment }: Options) => {
  const mayChange =
    moment === null && mayCall(endpoints.collateral.create, role) && (status === 'DRAFT' || status === 'ACTIVE')
  return describeList(endpoints.collateral.list)({
    noun: 'collateral',
    titleId: 'collateral.lines',
    countId: 'collateral.count',
    emptyId: 'collateral.empty',
    nameOf: ({ id: line, heads, drafted }, intl) =>
      intl.formatMessage({ id: 'collateral.line' }, { id: line, heads: status === 'DRAFT' ? drafted : heads }),
    fixed: { id, ...moment },
    columns: {
      categoryId: { titleId: 'collateral.category', width: 110, of: categoryReference },
      status: {
        titleId: 'collateral.status',
        width: 110,
        words: (one) => `lineStatus.${one}`,
        tone: (one) => lineTones[one],
      },
      heads: { titleId: 'collateral.heads', width: 90 },
      claimed: { titleId: 'collateral.claimed', width: 90, hideOrder: 3, hidden: status === 'DRAFT' },
      drafted: { titleId: 'collateral.drafted', width: 90, hideOrder: 4, hidden: status !== 'DRAFT' },
      quantity: {
        titleId: 'collateral.quantity',
        width: 100,
        cell: ({ quantity }) => <FormattedNumber value={Number(quantity)} maximumFractionDigits={3} />,
        hideOrder: 1,
      },
      unitId: { titleId: 'collateral.unit', width: 80, of: unitReference, hideOrder: 2 },
      unitPrice: { titleId: 'collateral.unitPrice', width: 120 },
      haircut: { titleId: 'collateral.haircut', width: 90, cell: ({ haircut }) => <Share of={haircut} /> },
      value: { titleId: 'collateral.value', width: 140 },
      pricedOn: { titleId: 'collateral.pricedOn', width: 110, hideOrder: 0 },
      priceSource: { titleId: 'collateral.priceSource', width: 150, hidden: true },
      ticketId: {
        titleId: 'collateral.request',
        width: 170,
        cell: ({ ticketId }) => ticketId !== null && <Request ticketId={ticketId} role={role} />,
      },
    },
    filters: [{ field: 'status', titleId: 'collateral.status', words: (one) => `lineStatus.${one}` }],
    ...(mayChange && {
      actions: lineActions(id, status === 'DRAFT'),
      Toolbar: () => <NewLine id={id} isDraft={status === 'DRAFT'} />,
    }),
  })
}

/** A share as a percentage. */
function Share({ of }: { of: string }) {
  return useIntl().formatNumber(Number(of), { style: 'percent', maximumFractionDigits: 2 })
}

/** Link to the request that a line waits for, if the user may open it. */
function Request({ ticketId, role }: { ticketId: number; role: Role | null }) {
  const intl = useIntl()
  const words = intl.formatMessage({ id: 'lineStatus.PENDING' })
  return mayCall(endpoints.tickets.details, role) && role !== 'ADMIN_BORROWER' ? (
    <ScreenLink to={`${approvalsPath}?open=${ticketId}`}>{words}</ScreenLink>
  ) : (
    words
  )
}

/** Returns the actions that remove pledged animals from a running project, with approval of its supervisor and its bank. */
function pledgeActions(id: number): Action<Pledge>[] {
  const animalIds = (rows: readonly Pledge[]) => rows.map(({ animalId }) => animalId)
  return [
    {
      key: 'release',
      titleId: 'release.title',
      appliesTo: ({ isCounted, status }) => isCounted && status === 'IN_HERD',
      Dialog: formDialog(
        async () => (await releases()).releaseForm,
        (rows: readonly Pledge[]) => ({ id, animalIds: animalIds(rows) }),
      ),
    },
    {
      key: 'substitute',
      titleId: 'substitution.title',
      appliesTo: ({ isCounted }) => isCounted,
      Dialog: ({ rows, about, onClose, onDone }) => (
        <Suspense>
          <SubstitutionDialog
            projectId={id}
            animalIds={animalIds(rows)}
            about={about}
            onClose={onClose}
            onDone={onDone}
          />
        </Suspense>
      ),
    },
  ]
}

export const pledgeList = ({ id, status, role, moment }: Options) =>
  describeList(endpoints.pledges.list)({
    noun: 'pledges',
    titleId: 'pledge.title',
    countId: 'animal.count',
    emptyId: 'pledge.empty',
    nameOf: ({ visualTag }) => visualTag,
    sort: { field: 'visualTag', order: 'asc' },
    fixed: { id, ...moment },
    columns: {
      visualTag: { titleId: 'animal.visualTag', width: 130 },
      electronicTag: { titleId: 'animal.electronicTag', width: 160, hideOrder: 1 },
      categoryId: { titleId: 'animal.category', width: 100, of: categoryReference, hideOrder: 3 },
      farmName: { titleId: 'animal.farm', width: 160, hideOrder: 4 },
      status: { titleId: 'animal.status', width: 110, words: (one) => `animalStatus.${one}` },
      state: {
        titleId: 'pledge.state',
        width: 110,
        words: (one) => `pledgeState.${one}`,
        tone: (one) => pledgeTones[one],
      },
      isCounted: { titleId: 'pledge.counted', width: 100, words: yesOrNo },
      pledgedAt: { titleId: 'pledge.pledgedAt', width: 170, hideOrder: 2 },
      endReason: { titleId: 'pledge.endReason', width: 120, words: (one) => `pledgeEnd.${one}`, hideOrder: 0 },
    },
    filters: [
      { field: 'tag', titleId: 'animal.search' },
      { field: 'state', titleId: 'pledge.state', words: (one) => `pledgeState.${one}` },
      { field: 'isCounted', titleId: 'pledge.counted', words: yesOrNo },
    ],
    ...(!moment &&
      mayCall(endpoints.releases.request, role) &&
      (status === 'ACTIVE' || status === 'CLOSING') && { actions: pledgeActions(id) }),
  })
