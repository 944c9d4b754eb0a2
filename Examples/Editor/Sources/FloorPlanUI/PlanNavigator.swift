import FloorPlan
import Observation
import Postil
import PostilViewer

/// Handles taps on the plan: the first tap on a room begins routes there, every further one shows the route to another room.
@Observable
public final class PlanNavigator {
  /// The plan in its window.
  public let session: ViewerSession
  private let venue: Venue
  private let graph: RouteGraph
  /// The room that routes begin in; `nil` until one was tapped.
  public private(set) var start: Room?
  /// The room that the shown route leads to.
  public private(set) var target: Room?
  /// The text of the window: an instruction, a route, or an error.
  public private(set) var text = PlanNavigator.invitation
  /// Whether routes avoid steps. Setting it updates the route that is shown.
  public var isStepFree = false {
    didSet { if isStepFree != oldValue, target != nil { showRoute() } }
  }

  static let invitation = "Tap the room that you are in."

  /// Makes a navigator. Open the plan of the venue with the session.
  public init(_ venue: Venue, session: ViewerSession = ViewerSession()) {
    self.venue = venue
    self.session = session
    graph = RouteGraph(venue)
  }

  /// Begins routes in a room.
  public func begin(in room: Room) {
    start = room
    target = nil
    text = "From \(room.name ?? room.id): tap the room to go to."
  }

  /// Handles a tap at a point of the view: follows a link to another floor, begins routes in a room, or shows the route to it.
  public func tap(_ point: ViewPoint) {
    if let link = session.link(at: point) {
      _ = session.follow(link)
      return
    }
    guard let room = room(at: point) else { return }
    guard start != nil else { return begin(in: room) }
    target = room
    showRoute()
  }

  /// Removes the route and its start.
  public func clear() {
    (start, target, text) = (nil, nil, Self.invitation)
    guard let document = session.document else { return }
    do { try PlanDocument.clear(document) } catch { text = error.localizedDescription }
  }

  /// The room at a point of the view; `nil` beside all of them.
  func room(at point: ViewPoint) -> Room? {
    guard let document = session.document, let hit = session.viewport.pagePoint(at: point),
      let transform = session.transform(of: hit.page), let index = document.index(of: hit.page),
      let plan = try? PlanDocument(document, venue)
    else { return nil }
    return plan.room(at: transform.pagePoint(hit.point), onPage: index)
  }

  private func showRoute() {
    guard let start, let target, let document = session.document else { return }
    do {
      let route = try graph.route(from: start, to: target, isStepFree: isStepFree)
      try PlanDocument(document, venue).show(route)
      text = route.description
    } catch {
      text = error.localizedDescription
    }
  }
}
