import './alerts.css'
import { Alert as Note, App, Button } from 'antd'
import { Suspense, useState } from 'react'
import { useIntl } from 'react-intl'
import { useSearchParams } from 'react-router-dom'
import type { Alert } from '#contract/alerts/alerts.ts'
import { useAddress } from '../../list/address/useAddress.ts'
import { ExportMenu } from '../../list/tools/ExportMenu.tsx'
import { lazyChunk } from '../../navigation/lazyChunk.ts'
import { PageHeading } from '../../navigation/PageHeading.tsx'
import { ScreenLink } from '../../navigation/ScreenLink.tsx'
import { useAlerts } from '../../store/alerts.ts'
import { useScene } from '../../store/scene.ts'
import { phoneWidth, useMedia } from '../../theme/useMedia.ts'
import type { Acted } from './acts/actOn.ts'
import { ActDialog, type Intent } from './acts/ActDialog.tsx'
import { BatchActs } from './acts/BatchActs.tsx'
import { AlertBar } from './AlertBar.tsx'
import { alertList } from '../../entities/alerts/alertList.ts'
import { AlertListPanel } from './AlertListPanel.tsx'
import { AlertMap } from './AlertMap.tsx'
import type { AlertRow } from './alertRows.ts'
import { tabOf, tabTable } from './tabs/alertTabs.ts'
import { AlertDetails } from './details/AlertDetails.tsx'
import { KeyHelp } from './keys/KeyHelp.tsx'
import { activePlace, focusAlertList, useAlertKeys } from './keys/useAlertKeys.ts'
import { LoadLink } from './LoadLink.tsx'
import { PhoneButtons } from './PhoneButtons.tsx'
import { NewAlerts } from './NewAlerts.tsx'
import { useAlertPledges } from './useAlertPledges.ts'
import { useOpened } from './useOpened.ts'
import { useShownAlerts } from './useShownAlerts.ts'

const NearestCamera = lazyChunk(async () => (await import('../../entities/cameras/NearestCamera.tsx')).NearestCamera)

const none: ReadonlyMap<number, Alert> = new Map()

/** List of alerts and map next to each other, with the details and actions of the open alert. */
export function AlertsScreen() {
  const intl = useIntl()
  const { message } = App.useApp()
  const { scene } = useScene()
  const [params] = useSearchParams()
  const tab = tabOf(params.get('tab'))
  const bar = useAddress(alertList)
  const { open: all, isLoaded } = useAlerts()
  const pledges = useAlertPledges(all)
  const shown = useShownAlerts(tab, bar, pledges)
  const isPhone = useMedia(phoneWidth)
  // Widths for two and for three columns.
  const isMiddle = useMedia('(min-width: 900px)')
  const isWide = useMedia('(min-width: 1200px)')
  const isRoomy = useMedia('(min-width: 1700px)')
  const [intent, setIntent] = useState<Intent | null>(null)
  // Another tab or filter ends the selection, so that no action affects alerts that are no longer visible.
  const selectable = `${tab} ${bar.view}`
  const [selection, setSelection] = useState<{ of: string; alerts: ReadonlyMap<number, Alert> }>({
    of: selectable,
    alerts: none,
  })
  const selected = selection.of === selectable ? selection.alerts : none
  const clear = () => setSelection({ of: selectable, alerts: none })
  const { alert: opened, isGone } = useOpened(bar.address.open)
  const isPage = !isMiddle && opened !== null

  function openRow({ id, alerts: [first] }: AlertRow) {
    if (id < 0) shown.unfold(first.id)
    bar.open(first.id)
  }
  /** Deselects the alerts that were changed. After failures the dialog stays open and names them. */
  function onDone({ done, failed }: Acted) {
    const left = new Map(selected)
    for (const { id } of done) left.delete(id)
    setSelection({ of: selectable, alerts: left })
    if (failed.length > 0) return
    setIntent(null)
    void message.success(intl.formatMessage({ id: 'alertAct.done' }, { count: done.length }))
  }
  function select(rows: readonly AlertRow[], isSelected: boolean) {
    const next = new Map(selected)
    for (const alert of rows.flatMap(({ alerts }) => alerts)) {
      if (isSelected) next.set(alert.id, alert)
      else next.delete(alert.id)
    }
    setSelection({ of: selectable, alerts: next })
  }
  /** Clicking an animal opens the alert about it. */
  function openAnimal(animalId: number | null) {
    const alert = all.find((one) => one.animalId !== null && one.animalId === animalId)
    if (alert) bar.open(alert.id)
  }

  const [isHelpOpen, setHelpOpen] = useState(false)
  /** Starts an action on the selected alerts, else on the open one, else on those of the active row. */
  function actByKey(kind: 'ACKNOWLEDGE' | 'SHELVE') {
    const active = shown.rows[activePlace(shown.firstIndex)]?.alerts ?? []
    const chosen = selected.size > 0 ? [...selected.values()] : opened ? [opened] : active
    const [first, ...others] = chosen
      .map((alert) => byId.get(alert.id) ?? alert)
      .filter(
        ({ acknowledgedAt, clearedAt, closedAt }) =>
          closedAt === null && clearedAt === null && (kind === 'SHELVE' || acknowledgedAt === null),
      )
    if (first !== undefined) setIntent({ kind, alerts: [first, ...others] })
  }
  useAlertKeys({
    onAcknowledge: () => actByKey('ACKNOWLEDGE'),
    onShelve: () => actByKey('SHELVE'),
    onHelp: () => setHelpOpen(true),
  })

  // Current versions: an action must not count on changes that the user has not seen.
  const byId = new Map(all.map((alert) => [alert.id, alert]))
  const map = scene && <AlertMap scene={scene} alerts={shown.open} at={opened} onSelectAnimal={openAnimal} />
  const camera = opened && (
    <Suspense>
      <NearestCamera key={opened.id} farmId={opened.farmId} farmSlotId={opened.farmSlotId} />
    </Suspense>
  )
  return (
    <>
      {!isPage && (
        <>
          <button type="button" className="alert-skip" onClick={focusAlertList}>
            {intl.formatMessage({ id: 'alertKeys.skip' })}
          </button>
          <PageHeading
            note={
              isLoaded
                ? intl.formatMessage(
                    { id: 'alertScreen.count' },
                    { count: all.length, waiting: all.filter(({ acknowledgedAt }) => acknowledgedAt === null).length },
                  )
                : '–'
            }
            actions={
              <>
                {!isPhone && (
                  <Button type="link" aria-keyshortcuts="?" onClick={() => setHelpOpen(true)}>
                    {intl.formatMessage({ id: 'alertKeys.title' })}
                  </Button>
                )}
                <LoadLink />
                <ScreenLink to="/dashboard/animal-monitor/alert/duty">
                  {intl.formatMessage({ id: 'duty.title' })}
                </ScreenLink>
                {!isPhone && (
                  <ExportMenu
                    list={alertList}
                    query={shown.query}
                    columns={alertList.columns}
                    total={shown.isComing ? null : shown.total}
                  />
                )}
              </>
            }
          />
          <AlertBar tab={tab} bar={bar} offered={isRoomy ? 3 : 0} />
          {scene && tab === 'open' && (
            <NewAlerts
              scene={scene}
              alerts={shown.open.filter(({ shelvedUntil }) => shelvedUntil === null)}
              pledges={pledges}
              max={isPhone ? 2 : 3}
              onOpen={({ id }) => {
                shown.unfold(id)
                bar.open(id)
              }}
            />
          )}
        </>
      )}
      {isGone && (
        <Note
          type="warning"
          showIcon
          className="alert-gone"
          title={intl.formatMessage({ id: 'alertScreen.gone' })}
          closable={{ onClose: () => bar.open(null) }}
        />
      )}
      <div className="alerts" data-open={opened !== null || undefined}>
        {!isPage && (
          <AlertListPanel
            shown={shown}
            bar={bar}
            scene={scene}
            pledges={pledges}
            isLive={tabTable[tab].isOf !== null}
            selected={new Set(selected.keys())}
            onOpen={openRow}
            {...(isPhone
              ? {
                  renderButtons: (row: AlertRow) => (
                    <PhoneButtons
                      row={row}
                      onTake={() => setIntent({ kind: 'ACKNOWLEDGE', alerts: row.alerts })}
                      onOpen={() => openRow(row)}
                    />
                  ),
                }
              : { onSelect: select })}
          >
            <BatchActs
              selected={[...selected.values()].map((alert) => byId.get(alert.id) ?? alert)}
              onAct={setIntent}
              onCancel={clear}
            />
          </AlertListPanel>
        )}
        {isMiddle && (isWide || opened === null) && (
          <div className="alert-middle">
            {map}
            {camera}
          </div>
        )}
        {scene && opened && (
          <AlertDetails
            key={opened.id}
            alert={opened}
            scene={scene}
            onFarm={all.filter(({ farmId }) => farmId === opened.farmId)}
            isPage={isPage}
            map={!isWide && map}
            camera={!isWide && camera}
            onClose={() => bar.open(null)}
            onOpen={bar.open}
            onAct={setIntent}
            onDone={onDone}
          />
        )}
      </div>
      {isHelpOpen && <KeyHelp onClose={() => setHelpOpen(false)} />}
      {intent && scene && (
        <ActDialog
          key={`${intent.kind} ${intent.alerts[0].id}`}
          intent={intent}
          scene={scene}
          onClose={() => setIntent(null)}
          onDone={onDone}
        />
      )}
    </>
  )
}
