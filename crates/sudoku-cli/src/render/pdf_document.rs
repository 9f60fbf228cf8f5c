//! Writes PDF documents whose pages are SVG images.
//!
//! Text becomes outlines, so the documents need no fonts. An outline that occurs several times, for example a digit, is
//! stored once. The same pages always result in the same bytes.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::io::{self, Write};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, TextStr};
use resvg::tiny_skia::{Path, PathSegment, Point};
use resvg::usvg::{Color, Group, LineCap, LineJoin, Node, Paint, Stroke, Transform};

use super::embedded_font;

/// The number of CSS pixels per point.
const PIXELS_PER_POINT: f32 = 96.0 / 72.0;

/// A PDF document that is not complete yet.
pub(super) struct Document {
    pdf: Pdf,
    /// The pages in reading order.
    pages: Vec<Ref>,
    /// The next free reference.
    next: Ref,
    catalog: Ref,
    page_tree: Ref,
    /// The outlines that are stored so far, and their objects.
    outlines: HashMap<Vec<u8>, Ref>,
    /// The graphics states with reduced opacity, by percentage.
    opacities: HashMap<i32, Ref>,
}

/// The objects that a page uses.
#[derive(Default)]
struct Resources {
    outlines: BTreeSet<Ref>,
    opacities: BTreeSet<Ref>,
}

impl Document {
    /// Begins a document.
    pub(super) fn new(title: Option<&str>) -> Self {
        let mut next = Ref::new(1);
        let [catalog, page_tree, info] = [(); 3].map(|()| next.bump());
        let mut pdf = Pdf::new();
        if let Some(title) = title {
            pdf.document_info(info).title(TextStr(title));
        }
        let (outlines, opacities) = (HashMap::new(), HashMap::new());
        Self { pdf, pages: Vec::new(), next, catalog, page_tree, outlines, opacities }
    }

    /// Adds a page that is as large as the image `svg`.
    pub(super) fn add(&mut self, svg: &str) -> io::Result<()> {
        let tree = embedded_font::parse(svg).map_err(io::Error::other)?;
        let (width, height) =
            (tree.size().width() / PIXELS_PER_POINT, tree.size().height() / PIXELS_PER_POINT);
        let mut content = Content::new();
        // In PDF, y grows upward.
        content.transform([1.0 / PIXELS_PER_POINT, 0.0, 0.0, -1.0 / PIXELS_PER_POINT, 0.0, height]);
        let mut resources = Resources::default();
        self.paint(tree.root(), &mut content, &mut resources)?;
        let (page_id, content_id) = (self.next.bump(), self.next.bump());
        let mut page = self.pdf.page(page_id);
        page.media_box(Rect::new(0.0, 0.0, width, height)).parent(self.page_tree).contents(content_id);
        let mut dictionary = page.resources();
        let mut outlines = dictionary.x_objects();
        for &outline in &resources.outlines {
            outlines.pair(Name(name(outline).as_bytes()), outline);
        }
        outlines.finish();
        let mut opacities = dictionary.ext_g_states();
        for &opacity in &resources.opacities {
            opacities.pair(Name(name(opacity).as_bytes()), opacity);
        }
        opacities.finish();
        dictionary.finish();
        page.finish();
        let content = compress(&content.finish())?;
        self.pdf.stream(content_id, &content).filter(Filter::FlateDecode);
        self.pages.push(page_id);
        Ok(())
    }

    /// Makes the last page the first page.
    pub(super) fn move_last_page_to_front(&mut self) {
        self.pages.rotate_right(1);
    }

    /// Completes the document and returns its bytes.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.pdf.catalog(self.catalog).pages(self.page_tree);
        let count = i32::try_from(self.pages.len()).unwrap_or(i32::MAX);
        self.pdf.pages(self.page_tree).kids(self.pages.iter().copied()).count(count);
        self.pdf.finish()
    }

    fn paint(&mut self, group: &Group, content: &mut Content, resources: &mut Resources) -> io::Result<()> {
        for node in group.children() {
            match node {
                Node::Group(group) => self.paint(group, content, resources)?,
                Node::Text(text) => self.paint(text.flattened(), content, resources)?,
                Node::Path(path) => {
                    content.save_state();
                    content.transform(matrix(path.abs_transform()));
                    if let Some((fill, color)) =
                        path.fill().and_then(|fill| Some((fill, solid(fill.paint())?)))
                    {
                        let [red, green, blue] = color;
                        content.set_fill_rgb(red, green, blue);
                        let opacity = (fill.opacity().get() * 100.0).round() as i32;
                        if opacity < 100 {
                            let state = self.opacity(opacity);
                            resources.opacities.insert(state);
                            content.set_parameters(Name(name(state).as_bytes()));
                        }
                        let (origin, outline) = outline(path.data());
                        let outline = self.outline(outline, path.data())?;
                        resources.outlines.insert(outline);
                        content.transform([1.0, 0.0, 0.0, 1.0, origin.x, origin.y]);
                        content.x_object(Name(name(outline).as_bytes()));
                        if path.stroke().is_some() {
                            content.restore_state();
                            content.save_state();
                            content.transform(matrix(path.abs_transform()));
                        }
                    }
                    if let Some(stroke) = path.stroke() {
                        paint_line(stroke, path.data(), content);
                    }
                    content.restore_state();
                }
                // The drawings contain no images.
                Node::Image(_) => {}
            }
        }
        Ok(())
    }

    /// Returns the object that stores a filled outline. `path` determines its size.
    fn outline(&mut self, outline: Vec<u8>, path: &Path) -> io::Result<Ref> {
        if let Some(&stored) = self.outlines.get(&outline) {
            return Ok(stored);
        }
        let reference = self.next.bump();
        let bounds = path.bounds();
        let data = compress(&outline)?;
        let mut object = self.pdf.form_xobject(reference, &data);
        // The box is slightly too large rather than too small.
        object.bbox(Rect::new(-1.0, -1.0, bounds.width().ceil() + 1.0, bounds.height().ceil() + 1.0));
        object.filter(Filter::FlateDecode);
        object.finish();
        self.outlines.insert(outline, reference);
        Ok(reference)
    }

    /// Returns the graphics state with this opacity in percent.
    fn opacity(&mut self, percent: i32) -> Ref {
        let (pdf, next) = (&mut self.pdf, &mut self.next);
        *self.opacities.entry(percent).or_insert_with(|| {
            let reference = next.bump();
            pdf.ext_graphics(reference).non_stroking_alpha(percent as f32 / 100.0);
            reference
        })
    }
}

impl fmt::Debug for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Document").field("pages", &self.pages.len()).finish_non_exhaustive()
    }
}

/// Paints the line of a path.
fn paint_line(stroke: &Stroke, path: &Path, content: &mut Content) {
    let Some([red, green, blue]) = solid(stroke.paint()) else { return };
    content.set_stroke_rgb(red, green, blue).set_line_width(stroke.width().get());
    match stroke.linecap() {
        LineCap::Butt => {}
        LineCap::Round => drop(content.set_line_cap(LineCapStyle::RoundCap)),
        LineCap::Square => drop(content.set_line_cap(LineCapStyle::ProjectingSquareCap)),
    }
    if stroke.linejoin() == LineJoin::Round {
        content.set_line_join(LineJoinStyle::RoundJoin);
    }
    if let Some(dashes) = stroke.dasharray() {
        content.set_dash_pattern(dashes.iter().copied(), stroke.dashoffset());
    }
    add_segments(path, Point::zero(), content);
    content.stroke();
}

/// Returns the name of an object in the resources of a page.
fn name(reference: Ref) -> String {
    format!("R{}", reference.get())
}

fn matrix(transform: Transform) -> [f32; 6] {
    let Transform { sx, kx, ky, sy, tx, ty } = transform;
    [sx, ky, kx, sy, tx, ty]
}

/// Returns the red, green and blue components of a solid color.
fn solid(paint: &Paint) -> Option<[f32; 3]> {
    match paint {
        Paint::Color(Color { red, green, blue }) => {
            Some([red, green, blue].map(|&component| (f32::from(component) / 255.0 * 1e3).round() / 1e3))
        }
        _ => None,
    }
}

/// Returns the upper-left corner of a path, and the operators that fill the path relative to this corner.
fn outline(path: &Path) -> (Point, Vec<u8>) {
    let origin = Point::from_xy(path.bounds().left(), path.bounds().top());
    let mut content = Content::new();
    add_segments(path, origin, &mut content);
    content.fill_nonzero();
    (origin, content.finish().to_vec())
}

/// Adds the segments of a path, relative to `origin`.
fn add_segments(path: &Path, origin: Point, content: &mut Content) {
    // With rounded coordinates, equal digits at different positions have equal outlines.
    let relative = |point: Point| {
        let round = |value: f32| (value * 1e3).round() / 1e3;
        (round(point.x - origin.x), round(point.y - origin.y))
    };
    let mut current = Point::zero();
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(to) => {
                content.move_to(relative(to).0, relative(to).1);
                current = to;
            }
            PathSegment::LineTo(to) => {
                content.line_to(relative(to).0, relative(to).1);
                current = to;
            }
            PathSegment::QuadTo(control, to) => {
                // PDF has only cubic curves.
                let toward = |end: Point| {
                    Point::from_xy(
                        end.x + (control.x - end.x) * 2.0 / 3.0,
                        end.y + (control.y - end.y) * 2.0 / 3.0,
                    )
                };
                let [(x1, y1), (x2, y2), (x3, y3)] = [toward(current), toward(to), to].map(relative);
                content.cubic_to(x1, y1, x2, y2, x3, y3);
                current = to;
            }
            PathSegment::CubicTo(first, second, to) => {
                let [(x1, y1), (x2, y2), (x3, y3)] = [first, second, to].map(relative);
                content.cubic_to(x1, y1, x2, y2, x3, y3);
                current = to;
            }
            PathSegment::Close => {
                content.close_path();
            }
        }
    }
}

fn compress(data: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(data)?;
    encoder.finish()
}
